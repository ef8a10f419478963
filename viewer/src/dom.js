// Elements and icons.  Texts of a mechanism reach the page through textContent only.

export function make(tag, attributes = {}, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

export function shape(tag, attributes = {}, parent = null) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
}

const ICONS = {
  play: 'M7 4l13 8-13 8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  loop: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  moon: 'M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z',
  panel: 'M3 5h18v14H3zM15 5v14',
  help: 'M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17.2v.1',
};

export function icon(name) {
  const svg = shape('svg', { class: 'i', viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  shape('path', { d: ICONS[name] }, svg);
  return svg;
}

/** A colour of style.css. */
export const css = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export const isDark = () => document.documentElement.classList.contains('dark');
