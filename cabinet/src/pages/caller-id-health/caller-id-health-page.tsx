import { useRead } from '../../api/use-api.ts'
import { ConsolePage } from '../console-page.tsx'
import { Quarantines } from './quarantines.tsx'
import { Ranges } from './ranges.tsx'
import { Rights } from './rights.tsx'

/** How people and networks take the calling numbers, and what these carry. */
export default function CallerHealthPage() {
  return (
    <ConsolePage name="callerIdHealth" from={useRead('/operator/caller-id-health')} height={460}>
      {(data) => (
        <>
          <Ranges health={data} />
          <Quarantines health={data} />
          <Rights rights={data.rights} />
        </>
      )}
    </ConsolePage>
  )
}
