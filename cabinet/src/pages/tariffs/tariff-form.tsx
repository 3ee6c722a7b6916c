import { ActionIcon, Button, Group, NativeSelect, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import type { Item } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { IconPlus, IconX } from '../../parts/icons.tsx'
import { tariffProblems, tariffsTexts } from './texts.ts'

const modes = ['flash', 'voice', 'mix', 'inbound', 'http', 'checkPhone'] as const
type Mode = (typeof modes)[number]

interface Price {
  readonly key: number
  readonly mode: Mode
  readonly prefix: string
  readonly price: string
}
const flags = ['chargesFailed', 'chargesSuspects', 'chargesOnApproval', 'refusesOwnCodes'] as const
type Flag = (typeof flags)[number]

const flagsOf = (tariff: Item<'/operator/tariffs'> | null) =>
  Object.fromEntries(flags.map((flag) => [flag, tariff?.[flag] ?? false])) as Record<Flag, boolean>

/** A whole tariff: its prices by mode and prefix. */
export function TariffForm(props: {
  readonly tariff: Item<'/operator/tariffs'> | null
  readonly onClose: () => void
}) {
  const text = useTexts(tariffsTexts)
  const { currency } = useFormats()
  const { tariff, onClose } = props
  const { code = '', name = '' } = tariff ?? {}
  const [draft, setDraft] = useState({ code, name, ...flagsOf(tariff) })
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const [prices, setPrices] = useState<readonly Price[]>(() =>
    tariff === null
      ? [{ key: 0, mode: 'flash', prefix: '', price: '' }]
      : tariff.prices.map(({ mode, prefix, price }, key) => ({ key, mode, prefix, price: String(price) })),
  )
  const save = useOperatorChange('/operator/tariffs')
  const change = (key: number, with_: Partial<Price>) =>
    setPrices((now) => now.map((each) => (each.key === key ? { ...each, ...with_ } : each)))
  const add = () =>
    setPrices((now) => [
      ...now,
      { key: Math.max(-1, ...now.map(({ key }) => key)) + 1, mode: 'flash', prefix: '', price: '' },
    ])
  const submit = () => {
    const rows = prices.map(({ mode, prefix, price }) => ({
      mode,
      prefix: prefix.trim(),
      price: price.trim(),
    }))
    save.mutate(
      { ...draft, code: draft.code.trim(), prices: rows, isNew: tariff === null },
      { onSuccess: onClose },
    )
  }
  return (
    <DialogForm
      isLong
      title={tariff === null ? text.newTitle : text.editTitle(tariff.name)}
      action={text.save}
      mutation={save}
      errorTexts={tariffProblems}
      onSubmit={submit}
      onClose={onClose}
    >
      {tariff === null && (
        <TextInput
          label={text.code}
          description={text.codeAbout}
          required
          data-autofocus
          {...bindText(draft.code, (code) => set({ code }))}
        />
      )}
      <TextInput label={text.name} required {...bindText(draft.name, (name) => set({ name }))} />
      {flags
        .filter((flag) => flag !== 'refusesOwnCodes' || draft.chargesOnApproval)
        .map((flag) => (
          <Switch
            key={flag}
            label={text[`${flag}Label`]}
            description={text[`${flag}About`]}
            checked={draft[flag]}
            onChange={(event) => set({ [flag]: event.currentTarget.checked })}
          />
        ))}
      <div>
        <Title order={3}>{text.prices}</Title>
        <Text variant="hint">{text.pricesAbout}</Text>
      </div>
      <Stack gap="xs">
        {prices.map(({ key, mode, prefix, price }) => (
          <Group key={key} gap="xs" wrap="nowrap">
            <NativeSelect
              aria-label={text.mode}
              value={mode}
              style={{ flex: 1 }}
              data={modes.map((value) => ({ value, label: text.modes[value] }))}
              onChange={(event) => change(key, { mode: event.currentTarget.value as Mode })}
            />
            <TextInput
              aria-label={`${text.prefix}: ${text.prefixAbout}`}
              placeholder={text.everywhere}
              w={120}
              inputMode="numeric"
              {...bindText(prefix, (prefix) => change(key, { prefix }))}
            />
            <TextInput
              aria-label={text.price(currency)}
              placeholder={text.price(currency)}
              w={100}
              required
              inputMode="decimal"
              {...bindText(price, (price) => change(key, { price }))}
            />
            <ActionIcon
              aria-label={text.removePrice}
              onClick={() => setPrices((now) => now.filter((each) => each.key !== key))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={add}
          style={{ alignSelf: 'flex-start' }}
        >
          {text.addPrice}
        </Button>
      </Stack>
      <Text variant="hint">{text.takesEffect}</Text>
    </DialogForm>
  )
}
