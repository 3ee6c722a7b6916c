import {
  Button,
  Checkbox,
  FileButton,
  Group,
  Input,
  MultiSelect,
  NumberInput,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Sent } from '../../api/routes.ts'
import { fieldProblem } from '../../language/field-problem.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { oidcProblems, oidcTexts } from './oidc-texts.ts'
import type { Made } from './service-resources.tsx'

export type NewOidcClient = Omit<Sent<'/services/:service/oidc-clients'>, 'service'>
type Wanted = { readonly [Field in keyof NewOidcClient]?: NewOidcClient[Field] | undefined }

const ways = ['flash', 'voice', 'mix', 'inbound'] as const
const fields = ['name', 'redirects', 'logoutRedirects', 'rememberDays', 'colour', 'logo'] as const

/** Adds a client; what is left empty has the default of the installation. */
export function OidcClientForm(props: {
  readonly add: UseMutationResult<Made, Error, NewOidcClient>
  readonly onClose: () => void
}) {
  const text = useTexts(oidcTexts)
  const { modes } = useTexts(terms)
  const [wanted, setWanted] = useState<Wanted>({})
  const set = (changed: Wanted) => setWanted((before) => ({ ...before, ...changed }))
  const { add, onClose } = props
  const { name, redirects } = wanted
  const isComplete = name !== undefined && name !== '' && redirects !== undefined
  const submit = () => {
    if (isComplete) add.mutate({ ...wanted, name, redirects }, { onSuccess: onClose })
  }
  const problemOf = (field: (typeof fields)[number]) => fieldProblem(add.error, field, text.errors)
  const addresses = (field: 'redirects' | 'logoutRedirects') => ({
    label: text[field],
    description: text[`${field}Hint`],
    error: problemOf(field),
    onChange: (event: { currentTarget: HTMLTextAreaElement }) => {
      const given = event.currentTarget.value.split(/\s+/).filter((each) => each !== '')
      set({ [field]: given.length === 0 ? undefined : given })
    },
    autosize: true,
  })
  const tick = (field: 'public' | 'test') => ({
    checked: wanted[field] ?? false,
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [field]: event.currentTarget.checked }),
  })
  const setColour = (typed: string) => set({ colour: typed === '' ? undefined : typed.trim().toLowerCase() })
  return (
    <DialogForm
      title={text.add}
      action={text.add}
      mutation={add}
      fields={fields}
      errorTexts={oidcProblems}
      isLong
      isIncomplete={!isComplete}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={text.name}
        error={problemOf('name')}
        onChange={(event) => set({ name: event.currentTarget.value.trim() })}
        maxLength={60}
        data-autofocus
      />
      <Textarea {...addresses('redirects')} />
      <Checkbox label={text.isPublic} {...tick('public')} />
      <Checkbox label={text.isTest} {...tick('test')} />
      <MultiSelect
        label={text.modes}
        placeholder={wanted.modes === undefined ? text.ofService : ''}
        data={ways.map((value) => ({ value, label: modes[value] }))}
        value={[...(wanted.modes ?? [])]}
        onChange={(chosen) =>
          set({ modes: chosen.length === 0 ? undefined : (chosen as NonNullable<Wanted['modes']>) })
        }
      />
      <NumberInput
        label={text.rememberDays}
        description={text.rememberDaysHint}
        error={problemOf('rememberDays')}
        min={0}
        max={30}
        value={wanted.rememberDays ?? 0}
        onChange={(days) => set({ rememberDays: Number(days) })}
      />
      <Logo logo={wanted.logo} error={problemOf('logo')} onChange={(logo) => set({ logo })} />
      <Group align="flex-end" gap="xs">
        <TextInput
          label={text.colour}
          description={text.colourHint}
          error={problemOf('colour')}
          placeholder="#1a5fb4"
          {...bindText(wanted.colour ?? '', setColour)}
        />
        <input
          type="color"
          aria-label={text.chooseColour}
          value={/^#[0-9a-f]{6}$/.test(wanted.colour ?? '') ? wanted.colour : '#1a5fb4'}
          onChange={(event) => setColour(event.currentTarget.value)}
        />
      </Group>
      <Textarea {...addresses('logoutRedirects')} />
      <Select
        label={text.algorithm}
        data={['RS256', 'ES256']}
        value={wanted.algorithm ?? 'RS256'}
        onChange={(algorithm) => set({ algorithm: algorithm! })}
        maw={200}
      />
    </DialogForm>
  )
}

/** A picture of the person's device; the server says when it is too large. */
function Logo(props: {
  readonly logo: string | undefined
  readonly error: string | undefined
  readonly onChange: (logo: string | undefined) => void
}) {
  const text = useTexts(oidcTexts)
  const read = (file: File | null) => {
    if (file === null) return
    const reader = new FileReader()
    reader.onload = () => props.onChange(String(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <Input.Wrapper label={text.logo} description={text.logoHint} error={props.error} labelElement="div">
      <Group gap="xs" mt={4}>
        {props.logo !== undefined && <img src={props.logo} alt={text.logo} height={40} />}
        <FileButton accept="image/png,image/webp,image/svg+xml" onChange={read}>
          {(button) => (
            <Button {...button} variant="default" size="xs">
              {text.chooseLogo}
            </Button>
          )}
        </FileButton>
        {props.logo !== undefined && (
          <Button variant="default" size="xs" onClick={() => props.onChange(undefined)}>
            {text.noLogo}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
