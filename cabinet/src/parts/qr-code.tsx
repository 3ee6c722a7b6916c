import { encode } from 'uqr'

const border = 2

/** Always dark on white: cameras read nothing else. */
export function QrCode({ value, label }: { readonly value: string; readonly label: string }) {
  const { data, size } = encode(value, { ecc: 'M', border })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={168} height={168} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" rx={1} />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
