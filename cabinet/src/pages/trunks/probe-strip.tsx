import type { LiveTrunkView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import classes from './probe-strip.module.css'
import { trunksTexts } from './texts.ts'

const places = 60
const step = 4
const height = 22

type Probe = LiveTrunkView['probes'][number]

/** The last 60 probes, newest at the right. An answer is a whole bar, silence a half one at the bottom. */
export function ProbeStrip({ probes }: { readonly probes: readonly Probe[] }) {
  const text = useTexts(trunksTexts)
  const formats = useFormats()
  const said = (probe: Probe) => text.probe(probe.said, `${formats.number(probe.tookMs)} ms`)
  const last = probes.at(-1)
  const answered = probes.filter((probe) => probe.answered).length
  const label = last === undefined ? text.noProbes : text.probes(answered, probes.length, said(last))
  const empty = places - probes.length
  return (
    <svg
      className={classes.strip}
      viewBox={`0 0 ${places * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {Array.from({ length: empty }, (_, index) => (
        <rect
          key={`empty ${String(index)}`}
          className={classes.empty}
          x={index * step}
          y={height - 3}
          width={step - 1}
          height={3}
        />
      ))}
      {probes.map((probe, index) => (
        <rect
          key={`${probe.at} ${String(index)}`}
          className={probe.answered ? classes.answered : classes.silent}
          x={(empty + index) * step}
          y={probe.answered ? 0 : height / 2}
          width={step - 1}
          height={probe.answered ? height : height / 2}
        >
          <title>{`${formats.exact(probe.at)}: ${said(probe)}`}</title>
        </rect>
      ))}
    </svg>
  )
}
