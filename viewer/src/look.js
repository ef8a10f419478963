// Colours of planar marks, as texts of CSS that follow the theme, and as colours for a canvas; letters of names.

const THEME = {
  '#2B2F36': 'var(--ink)',
  '#FFFFFF': 'var(--paper)',
  '#E4E6EA': 'var(--ground)',
  '#7A808A': 'var(--hatch)',
  '#B0203A': 'var(--action)',
};

export const inside = color => !color ? 'none' : THEME[color.toUpperCase()] ?? `color-mix(in oklab, ${color} var(--fill), var(--paper))`;
export const edge = color => !color ? 'none' : THEME[color.toUpperCase()] ?? `color-mix(in oklab, ${color} var(--edge), white)`;

export const SERIF = '"STIX Two Text",Georgia,serif';
export const named = text => text.length > 40 ? `${text.slice(0, 39)}…` : text;

/** Texts of CSS as colours that a canvas takes, for the theme there is; null for none. */
export class Paint {
  constructor() { this.known = new Map(); }

  of(text) {
    if (!this.known.has(text)) this.known.set(text, text === 'none' ? null : this.resolved(text));
    return this.known.get(text);
  }

  resolved(text) {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = text;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }
}
