import { RingkeyVerify } from './ringkey-verify.ts'

// A page may load it twice, as a package and from an installation.
if (customElements.get('ringkey-verify') === undefined) customElements.define('ringkey-verify', RingkeyVerify)

declare global {
  interface HTMLElementTagNameMap {
    'ringkey-verify': RingkeyVerify
  }
}
