// Materials, one for each colour: lit ones for still pictures, plain ones while a slow machine moves them.
import { Color, DoubleSide, FrontSide, LineBasicMaterial, MeshLambertMaterial, MeshStandardMaterial, SRGBColorSpace } from 'three';

const GLASS = 0.35;
const COPY = 0.4;
const EDGE = { light: 0.28, dark: 0.16 };

/** Lightness between 0.2 and 0.9, a little less saturated: black plastic keeps its form, bright colours stay calm. */
export function calm(color) {
  const found = new Color(color);
  const { h, s, l } = found.getHSL({}, SRGBColorSpace);
  return found.setHSL(h, 0.82 * s, 0.2 + 0.7 * l, SRGBColorSpace);
}

export class Materials {
  constructor() {
    this.known = new Map();
    this.lines = new Map();
    this.glass = false;
  }

  /** `full` and `plain` of a colour; `flat` pieces are seen from both sides, those of a `copy` are faint. */
  of(color, flat = false, copy = false) {
    const key = `${color} ${flat} ${copy}`;
    if (!this.known.has(key)) {
      const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }; // edges lie before their faces
      const common = { color: calm(color), side: flat ? DoubleSide : FrontSide, ...behind };
      const full = new MeshStandardMaterial({ ...common, roughness: 0.58, metalness: 0.02 });
      const plain = new MeshLambertMaterial(common);
      const found = { full, plain, copy };
      this.known.set(key, found);
      this.clear(found);
    }
    return this.known.get(key);
  }

  edge(color) {
    if (!this.lines.has(color)) this.lines.set(color, new LineBasicMaterial({ transparent: true, opacity: 0.85 }));
    return this.lines.get(color);
  }

  /** Let all bodies be seen through, or not. */
  through(glass) {
    if (glass === this.glass) return;
    this.glass = glass;
    for (const found of this.known.values()) this.clear(found);
  }

  clear({ full, plain, copy }) {
    const opacity = copy ? COPY : this.glass ? GLASS : 1;
    for (const material of [full, plain]) {
      Object.assign(material, { opacity, transparent: opacity < 1, depthWrite: opacity === 1, needsUpdate: true });
    }
  }

  theme(dark) {
    for (const [color, material] of this.lines) material.color.copy(calm(color)).multiplyScalar(EDGE[dark ? 'dark' : 'light']);
  }
}
