// A sheet of paper under the mouse: moved by dragging, scaled by the wheel or two fingers.  World → screen is
// (k x + tx, −k y + ty).

export class Sheet {
  constructor(holder, box, dirty) {
    Object.assign(this, { holder, box, dirty, k: 0, tx: 0, ty: 0, touched: false });
    this.down = new Map();
    this.wide = null;
    holder.addEventListener('pointerdown', e => this.down.set(e.pointerId, [e.clientX, e.clientY]));
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, e => this.leave(e));
    addEventListener('pointermove', e => this.drag(e));
    holder.addEventListener('wheel', e => this.wheel(e), { passive: false });
    holder.addEventListener('dblclick', () => this.fit());
  }

  fit() {
    const { clientWidth: w, clientHeight: h } = this.holder;
    const [left, bottom, right, top] = this.box;
    this.k = Math.min((w - 30) / (right - left), (h - 60) / (top - bottom));
    this.tx = w / 2 - this.k * (left + right) / 2;
    this.ty = h / 2 - 6 + this.k * (bottom + top) / 2;
    this.touched = false;
    this.dirty();
  }

  screen([x, y]) { return [this.k * x + this.tx, -this.k * y + this.ty]; }
  world(x, y) {
    const r = this.holder.getBoundingClientRect();
    return [(x - r.left - this.tx) / this.k, -(y - r.top - this.ty) / this.k];
  }

  leave(e) {
    this.down.delete(e.pointerId);
    this.wide = null;
  }

  drag(e) {
    if (!this.down.has(e.pointerId)) return;
    const before = this.down.get(e.pointerId);
    this.down.set(e.pointerId, [e.clientX, e.clientY]);
    const [a, b] = this.down.values();
    if (b) {
      const wide = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (this.wide) this.zoom(wide / this.wide, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      this.wide = wide;
    } else {
      this.tx += e.clientX - before[0];
      this.ty += e.clientY - before[1];
    }
    this.touched = true;
    this.dirty();
  }

  wheel(e) {
    e.preventDefault();
    this.zoom(Math.exp(-e.deltaY * 0.0015), e.clientX, e.clientY);
  }

  zoom(factor, clientX, clientY) {
    const r = this.holder.getBoundingClientRect();
    const x = clientX - r.left;
    const y = clientY - r.top;
    this.tx = x + factor * (this.tx - x);
    this.ty = y + factor * (this.ty - y);
    this.k *= factor;
    this.touched = true;
    this.dirty();
  }
}
