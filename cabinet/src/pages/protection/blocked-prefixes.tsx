import type { Answer } from '@ringkey/server/cabinet-api'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { BlockList } from './block-list.tsx'
import { protectionTexts } from './texts.ts'

/** Destinations that no customer may call. */
export function BlockedPrefixes({ prefixes }: Pick<Answer<'/operator/protection'>, 'prefixes'>) {
  const text = useTexts(protectionTexts)
  const block = useOperatorChange('/operator/protection/prefixes')
  const letIn = useOperatorChange('/operator/protection/prefixes/remove')
  return (
    <BlockList
      title={text.prefixes}
      about={text.prefixesAbout}
      label={text.digits}
      placeholder="+7999"
      empty={{ title: text.noPrefixes, about: text.noPrefixesAbout }}
      blocked={prefixes.map(({ prefix, ...each }) => ({ name: `+${prefix}`, ...each }))}
      mutation={block}
      onBlock={(prefix, note, onDone) => block.mutate({ prefix, note }, { onSuccess: onDone })}
      onUnblock={(prefix) => letIn.mutateAsync({ prefix })}
    />
  )
}
