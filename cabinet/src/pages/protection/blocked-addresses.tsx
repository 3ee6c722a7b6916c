import { Alert, Button, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { ApiProblem } from '../../api/client.ts'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { BlockList } from './block-list.tsx'
import { protectionTexts } from './texts.ts'

/** What a block would do that was perhaps not meant, and the block as it was typed. */
interface Warning {
  readonly sentence: string
  readonly block: () => void
}

export function BlockedAddresses({ blocked }: Pick<Answer<'/operator/protection'>, 'blocked'>) {
  const text = useTexts(protectionTexts)
  const { number } = useFormats()
  const [warning, setWarning] = useState<Warning | null>(null)
  const use = useOperatorChange('/operator/protection/addresses/use')
  const block = useOperatorChange('/operator/protection/addresses')
  const letIn = useOperatorChange('/operator/protection/addresses/remove')
  const blockNow = (address: string, note: string, onDone: () => void, evenOwn?: true) =>
    block.mutate(
      { address, note, ...(evenOwn && { evenOwn }) },
      {
        onSuccess() {
          setWarning(null)
          onDone()
        },
        onError(error) {
          const isOwn = error instanceof ApiProblem && error.code === 'own-address'
          if (isOwn)
            setWarning({ sentence: text.ownAddress, block: () => blockNow(address, note, onDone, true) })
        },
      },
    )
  const look = (address: string, note: string, onDone: () => void) =>
    use.mutate(
      { address },
      {
        onSuccess({ requests, customers }) {
          const go = () => blockNow(address, note, onDone)
          if (requests === 0) go()
          else setWarning({ sentence: text.addressInUse(number(requests), customers.join(', ')), block: go })
        },
      },
    )
  return (
    <BlockList
      title={text.blocked}
      about={text.blockedAbout}
      label={text.address}
      placeholder="203.0.113.0/24"
      empty={{ title: text.noBlocked, about: text.noBlockedAbout }}
      blocked={blocked.map(({ address, ...each }) => ({ name: address, ...each }))}
      mutation={{
        isPending: use.isPending || block.isPending,
        error: warning === null ? (use.error ?? block.error) : null,
      }}
      onBlock={look}
      onType={() => {
        setWarning(null)
        block.reset()
      }}
      onUnblock={(address) => letIn.mutateAsync({ address })}
    >
      {warning !== null && (
        <Alert color="orange" role="alert" my="sm">
          <Text size="sm" mb="xs">
            {warning.sentence}
          </Text>
          <Button variant="default" size="compact-sm" onClick={warning.block}>
            {text.blockAnyway}
          </Button>
        </Alert>
      )}
    </BlockList>
  )
}
