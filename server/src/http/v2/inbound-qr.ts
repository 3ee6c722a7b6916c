import { renderSVG } from 'uqr'
import { viewOf } from '../../books/verification-view.ts'
import type { CreatedAs } from '../../storage/queries/verification-steps.ts'

/** A verification as it is answered; on request with the link of an open inbound step as a QR code, drawn as SVG. */
export function answerOf(
  verification: CreatedAs,
  qr: 'svg' | undefined,
  shown: typeof viewOf = viewOf,
): object {
  const view = shown(verification) as { readonly inbound: { readonly uri: string } | null }
  if (qr === undefined || view.inbound === null) return view
  return { ...view, inbound: { ...view.inbound, qr: renderSVG(view.inbound.uri, { ecc: 'M', border: 2 }) } }
}
