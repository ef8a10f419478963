// Pages of the local server: sliders of a model, whose loops the server keeps closed.
export function live() {}
