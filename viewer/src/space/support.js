// What the browser can draw with.

const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** Whether there is WebGL, and whether it is computed without a graphics card. */
export function support() {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return { webgl: false, soft: true };
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext(); // browsers allow only a few contexts
  return { webgl: true, soft: SOFTWARE.test(name) };
}
