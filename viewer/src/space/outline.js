// The outline of what is selected, in the accent colour, also where other bodies hide it.
// Its likeness is drawn white on black; a second pass colours the pixels just outside of it.
import {
  Color, Group, Mesh, MeshBasicMaterial, OrthographicCamera, PlaneGeometry, Scene, ShaderMaterial, Vector2, WebGLRenderTarget,
} from 'three';
import { css } from '../dom.js';

const LAYER = 1;
const WIDTH = 2.4; // pixels
const RING = `
  uniform sampler2D mask;
  uniform vec2 step;
  uniform vec3 color;
  varying vec2 at;
  void main() {
    float inside = texture2D(mask, at).r;
    float near = 0.;
    for (int k = 0; k < 16; k++) {
      float a = 6.2832 * float(k) / 16.;
      vec2 d = vec2(cos(a), sin(a)) * step;
      near = max(near, max(texture2D(mask, at + d).r, texture2D(mask, at + .5 * d).r));
    }
    gl_FragColor = vec4(color, near * (1. - inside));
    #include <colorspace_fragment>
  }`;

export class Outline {
  constructor(renderer, scene) {
    Object.assign(this, { renderer, scene });
    this.white = new MeshBasicMaterial({ color: '#ffffff' });
    this.target = new WebGLRenderTarget(4, 4, { samples: 4 });
    this.material = new ShaderMaterial({
      transparent: true,
      depthTest: false,
      depthWrite: false,
      uniforms: { mask: { value: this.target.texture }, step: { value: new Vector2() }, color: { value: new Color() } },
      vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0., 1.); }',
      fragmentShader: RING,
    });
    this.screen = new Scene();
    const quad = new Mesh(new PlaneGeometry(2, 2), this.material);
    quad.frustumCulled = false;
    this.screen.add(quad);
    this.flat = new OrthographicCamera();
    this.group = null;
  }

  /** Outline objects that move with a group; none without objects. */
  around(objects, parent) {
    this.group?.removeFromParent();
    this.group = null;
    if (!objects.length) return;
    this.group = new Group();
    for (const mesh of objects) {
      mesh.material = this.white;
      mesh.layers.set(LAYER);
      this.group.add(mesh);
    }
    parent.add(this.group);
  }

  draw(camera) {
    if (!this.group) return;
    const { renderer, scene, target } = this;
    const size = renderer.getDrawingBufferSize(new Vector2());
    if (target.width !== size.x || target.height !== size.y) target.setSize(size.x, size.y);
    const { background } = scene;
    const shadows = renderer.shadowMap.autoUpdate;
    scene.background = new Color('#000000');
    renderer.shadowMap.autoUpdate = false;
    camera.layers.set(LAYER);
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    camera.layers.set(0);
    scene.background = background;
    renderer.shadowMap.autoUpdate = shadows;
    this.material.uniforms.step.value.set(1 / size.x, 1 / size.y).multiplyScalar(WIDTH * renderer.getPixelRatio());
    renderer.autoClear = false;
    renderer.render(this.screen, this.flat);
    renderer.autoClear = true;
  }

  theme() { this.material.uniforms.color.value.set(css('accent')); }
}
