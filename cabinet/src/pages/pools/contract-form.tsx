import { SegmentedControl, Textarea, TextInput } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { DraftFields } from '../../parts/draft-fields.tsx'
import { useCountries } from '../services/use-countries.ts'
import { contractTexts } from './contract-texts.ts'
import { poolProblems } from './texts.ts'

type Contract = Answer<'/operator/contracts'>['contracts'][number]

/** A contract as a whole: what is saved replaces what was noted under its document. */
export function ContractForm(props: {
  readonly contract: Contract | null
  readonly trunks: readonly string[]
  readonly onClose: () => void
}) {
  const text = useTexts(contractTexts)
  const countries = useCountries()
  const { contract, trunks, onClose } = props
  const [draft, setDraft] = useState({
    country: contract?.country ?? '',
    trunk: contract?.trunk ?? '',
    ranges: contract?.ranges ?? [],
    lastDay: contract?.lastDay ?? '',
    price: contract?.price ? String(contract.price) : '',
  })
  const [document, setDocument] = useState(contract?.document ?? '')
  const [network, setNetwork] = useState(contract?.network ?? '')
  const [label, setLabel] = useState(contract?.label ?? '')
  const [note, setNote] = useState(contract?.note ?? '')
  const [isCarrier, setCarrier] = useState((contract?.trunk ?? '') !== '')
  const save = useOperatorChange('/operator/contracts')
  const submit = () => {
    const { country, trunk, price, ...said } = draft
    const party = isCarrier ? { trunk } : { network, country }
    const cost = price === '' ? {} : { price }
    save.mutate(
      { ...said, ranges: [...said.ranges], ...party, ...cost, document, label, note },
      { onSuccess: onClose },
    )
  }
  return (
    <DialogForm
      title={contract === null ? text.addContract : text.editName(contract.document)}
      action={text.save}
      mutation={save}
      errorTexts={poolProblems}
      onSubmit={submit}
      onClose={onClose}
    >
      {contract === null && (
        <TextInput label={text.document} required data-autofocus {...bindText(document, setDocument)} />
      )}
      <SegmentedControl
        aria-label={text.party}
        value={isCarrier ? 'carrier' : 'network'}
        onChange={(value) => setCarrier(value === 'carrier')}
        data={[
          { value: 'network', label: text.withNetwork },
          { value: 'carrier', label: text.withCarrier },
        ]}
      />
      {!isCarrier && (
        <TextInput
          label={text.network}
          description={text.networkHint}
          required
          {...bindText(network, setNetwork)}
        />
      )}
      <DraftFields
        draft={draft}
        onChange={setDraft}
        text={text}
        fields={{
          ...(isCarrier ? { trunk: { one: [...trunks] } } : { country: { one: countries } }),
          ranges: 'words',
          lastDay: 'word',
          price: 'word',
        }}
      />
      <TextInput label={text.label} maxLength={100} {...bindText(label, setLabel)} />
      <Textarea label={text.note} maxLength={500} {...bindText(note, setNote)} />
    </DialogForm>
  )
}
