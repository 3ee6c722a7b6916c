import { useRead } from '../../api/use-api.ts'
import { ConsolePage } from '../console-page.tsx'
import { Confirmation } from './confirmation.tsx'
import { Contracts } from './contracts.tsx'
import { Coverage } from './coverage.tsx'
import { Ranges } from './ranges.tsx'

export default function PoolsPage() {
  return (
    <ConsolePage name="pools" from={useRead('/operator/pools')} height={460}>
      {(data) => (
        <>
          <Coverage pools={data} />
          <Ranges pools={data} />
          <Contracts trunks={data.trunks.filter(({ demo }) => !demo).map(({ name }) => name)} />
          <Confirmation pools={data} />
        </>
      )}
    </ConsolePage>
  )
}
