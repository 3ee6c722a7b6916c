import { Button, Group, MultiSelect, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import type { HookView } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { hookTexts } from './hook-texts.ts'

export type NewHook = Pick<HookView, 'kind'> & HookView['settings']

/** Servers that let their owner choose the names of members. */
const namedKinds: readonly string[] = ['generic', 'casdoor', 'keycloak']

/** What was pasted is kept outside: it serves the replacement of a credential, too. */
export function HookForm(props: {
  readonly kinds: readonly HookView['kind'][]
  readonly isAdding: boolean
  readonly secret: string
  readonly onSecret: (secret: string) => void
  readonly onAdd: (hook: NewHook) => Promise<unknown>
}) {
  const text = useTexts(hookTexts)
  const [wanted, setWanted] = useState<Partial<NewHook>>({})
  const { kind } = wanted
  const set = (changed: Partial<NewHook>) => setWanted({ ...wanted, ...changed })
  const add = async () => {
    const isFilled = (value: unknown) => value !== undefined && String(value) !== ''
    const filled = Object.entries(wanted).filter(([, value]) => isFilled(value))
    await props.onAdd(Object.fromEntries(filled) as unknown as NewHook)
    setWanted({})
  }
  const named = (['phoneName', 'codeName', 'textName'] as const).map((name) => (
    <TextInput
      key={name}
      label={text[name]}
      value={wanted[name] ?? ''}
      onChange={(event) => set({ [name]: event.currentTarget.value.trim() })}
      maw={200}
    />
  ))
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <Select
          label={text.kind}
          data={props.kinds}
          value={kind ?? null}
          allowDeselect
          onChange={(chosen) => setWanted(chosen === null ? {} : { kind: chosen })}
          maw={200}
        />
        <TextInput
          label={text.pasted}
          value={props.secret}
          onChange={(event) => props.onSecret(event.currentTarget.value)}
          maw={260}
        />
        <Button
          variant="default"
          disabled={kind === undefined}
          loading={props.isAdding}
          onClick={() => void add().catch(() => {})}
        >
          {text.add}
        </Button>
      </Group>
      {kind !== undefined && (
        <Stack gap="xs" maw={460}>
          <Select
            label={text.language}
            placeholder={text.ofService}
            data={['ru', 'en', 'kk']}
            value={wanted.language ?? null}
            onChange={(language) => set({ language: language ?? undefined })}
            clearable
          />
          <MultiSelect
            label={text.modes}
            placeholder={text.ofService}
            data={['flash', 'voice', 'mix']}
            value={[...(wanted.modes ?? [])]}
            onChange={(modes) => set({ modes })}
          />
          <TagsInput
            label={text.allowedAddresses}
            placeholder="203.0.113.0/24"
            value={[...(wanted.allowedAddresses ?? [])]}
            onChange={(allowedAddresses) => set({ allowedAddresses })}
          />
          {namedKinds.includes(kind) && <Group gap="xs">{named}</Group>}
        </Stack>
      )}
    </Stack>
  )
}
