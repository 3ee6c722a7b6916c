/**
 * Logical sizes, for both directions of writing. `light-dark` follows the `color-scheme` of the page. Our names are not on
 * the host: with `--ringkey-accent: var(--accent)`, which a page may well say, they would make a circle. A focus ring has the
 * colour of the text, which can be seen on the ground; the accent of a page, made for its light form, may not be in the dark.
 */
export const style = `
:host {
  display: block;
  box-sizing: border-box;
  inline-size: 100%;
  max-inline-size: 26rem;
  background: var(--ringkey-background, transparent);
  font: 1rem/1.5 var(--ringkey-font, system-ui, sans-serif);
  overflow-wrap: break-word;
}
form {
  --text: var(--ringkey-text, light-dark(#1b1f24, #e9edf2));
  --muted: var(--ringkey-muted, light-dark(#565d67, #aeb6c1));
  --border: var(--ringkey-border, light-dark(#80868f, #7d8590));
  --accent: var(--ringkey-accent, light-dark(#1756c4, #9cc2ff));
  --accent-text: var(--ringkey-accent-text, light-dark(#fff, #0a1a33));
  --error: var(--ringkey-error, light-dark(#b3261e, #ffb4ab));
  --success: var(--ringkey-success, light-dark(#146c2e, #8fd6a0));
  --radius: var(--ringkey-radius, 0.5rem);
  color: var(--text);
}
:host([hidden]), [hidden] { display: none !important; }
form, .call, .field, [role="status"] { display: grid; gap: 0.75rem; }
p { margin: 0; }
label { font-weight: 600; }
input, button, .link {
  box-sizing: border-box;
  inline-size: 100%;
  min-block-size: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--border);
  border-radius: var(--radius);
  color: inherit;
  background: transparent;
  font: inherit;
}
input { font-size: 1.375rem; letter-spacing: 0.2em; direction: ltr; }
input[aria-invalid="true"] { border: 2px solid var(--error); }
button, .link { cursor: pointer; text-align: center; text-decoration: none; }
.main { border-color: var(--accent); color: var(--accent-text); background: var(--accent); font-weight: 600; }
[aria-disabled="true"] { color: var(--muted); border-style: dashed; cursor: default; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
.muted { color: var(--muted); font-size: 0.875rem; }
.problem { color: var(--error); font-weight: 600; }
.key { font-size: 2rem; font-weight: 700; letter-spacing: 0.2em; direction: ltr; text-align: start; }
.qr { inline-size: 9rem; block-size: 9rem; padding: 0.5rem; border-radius: var(--radius); background: #fff; justify-self: start; }
.end { display: flex; gap: 0.75rem; align-items: center; font-weight: 600; }
.end svg { flex: none; inline-size: 2rem; block-size: 2rem; fill: none; stroke: var(--error); stroke-width: 2.5; }
.end.approved svg { stroke: var(--success); }
`
