import { Group, MultiSelect, Text, TextInput } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { namesOf, noneOf } from '@ringkey/server/fields/field'
import { type ServiceField, serviceFields } from '@ringkey/server/fields/service-fields'
import { formStyle, readWritten, writtenValue } from '@ringkey/server/fields/written'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { fieldProblem, otherProblem } from '../../language/field-problem.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { FieldInput } from '../../parts/field-input.tsx'
import { changesIn, typedOf } from '../../parts/field-values.ts'
import { Form, SaveButton } from '../../parts/form.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { useUnsaved } from '../../parts/unsaved.ts'
import { serviceTexts } from './service-texts.ts'
import { useChangeService } from './use-change-service.ts'
import { useCountries } from './use-countries.ts'

type ServiceDetail = Answer<'/services/:id'>
type Name = keyof typeof serviceFields

const names = namesOf(serviceFields).filter((name) => serviceFields[name].group === 'form')

function draftOf({ name, useDirection, settings }: ServiceDetail) {
  return { name, useDirection, typed: typedOf(serviceFields, settings) }
}

/** What an owner sets. Everything is saved together and in force at once. */
export function SettingsForm({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(serviceTexts)
  const { language } = useLanguage()
  const { number } = useFormats()
  const mayChange = useMay('change-services')
  const [draft, setDraft] = useState(() => draftOf(service))
  const change = useChangeService(service.id)
  const saved = draftOf(service)
  const settings = changesIn(serviceFields, saved.typed, draft.typed)
  const changes = {
    ...(draft.name === saved.name ? {} : { name: draft.name }),
    ...(draft.useDirection === saved.useDirection ? {} : { useDirection: draft.useDirection }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  }
  const isChanged = Object.keys(changes).length > 0
  useUnsaved(isChanged)
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))
  const problem = (field: string) => fieldProblem(change.error, field, text.errors)
  const submit = () => change.mutate(changes, { onSuccess: (after) => setDraft(draftOf(after)) })
  const [repeats, repeatsHint] = serviceFields.legacyRepeats[language]
  const [requests, requestsHint] = serviceFields.requestsPerSecond[language]
  const requestsPerSecond = service.settings.requestsPerSecond ?? service.defaultRequestsPerSecond
  return (
    <Form onSubmit={submit}>
      <fieldset disabled={!mayChange} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <SettingRow title={text.general}>
          <TextInput
            label={text.name}
            maxLength={100}
            {...bindText(draft.name, (name) => set({ name }))}
            error={problem('name')}
          />
          <TextInput
            mt="xs"
            label={text.use}
            maxLength={300}
            {...bindText(draft.useDirection, (useDirection) => set({ useDirection }))}
            error={problem('useDirection')}
          />
        </SettingRow>
        {names
          .filter((name) => name !== 'bareTestFailure' || profileOf(service, draft.typed) === 'ucaller')
          .map((name) => (
            <Setting
              key={name}
              name={name}
              service={service}
              value={draft.typed[name]}
              error={change.error}
              onChange={(value) => set({ typed: { ...draft.typed, [name]: value } })}
            />
          ))}
        <SettingRow title={requests} hint={requestsHint}>
          <Text>{requestsPerSecond === 0 ? text.unlimited : number(requestsPerSecond)}</Text>
        </SettingRow>
        <SettingRow title={repeats} hint={repeatsHint}>
          <Text>{service.settings.legacyRepeats ? text.repeatsOn : text.repeatsOff}</Text>
        </SettingRow>
      </fieldset>
      {mayChange && (
        <Group py="md" gap="sm">
          <SaveButton mutation={change} isChanged={isChanged} saved={text.saved} isMain />
          <ErrorNote error={otherProblem(change.error, ['name', 'useDirection', ...names])} />
        </Group>
      )}
    </Form>
  )
}

const profileOf = ({ defaultProfile }: ServiceDetail, typed: Readonly<Record<Name, string>>) =>
  typed.profile || defaultProfile

function Setting(props: {
  readonly name: Name
  readonly service: ServiceDetail
  readonly value: string
  readonly error: unknown
  readonly onChange: (value: string) => void
}) {
  const text = useTexts(serviceTexts)
  const { language } = useLanguage()
  const countries = useCountries()
  const mayChange = useMay('change-services')
  const { name, value, onChange } = props
  const field: ServiceField = serviceFields[name]
  const [title, hint] = field[language]
  const { value: rule } = field
  const wrong = rule.kind === 'number' ? text.between(rule.min, rule.max) : text.wrongField
  const error = fieldProblem(props.error, name, { [name]: wrong })
  const choices = useChoices(name, props.service)
  const chosen = name === 'allowedCountries' ? (readWritten(field, value) as string[]) : []
  return (
    <SettingRow title={title} hint={hint}>
      {name === 'allowedCountries' ? (
        <MultiSelect
          aria-label={title}
          data={countries}
          value={chosen}
          onChange={(codes) => onChange(writtenValue(field, codes, formStyle))}
          placeholder={chosen.length === 0 ? text.anyCountry : ''}
          searchable
          clearable={mayChange}
          maxDropdownHeight={260}
          limit={300}
          error={error}
        />
      ) : (
        <FieldInput
          field={field}
          names={{ 'aria-label': title }}
          value={value}
          error={error}
          onChange={onChange}
          choices={choices}
        />
      )}
    </SettingRow>
  )
}

/** The choices in words. One without a value follows the installation, and says what that is. */
function useChoices(name: Name, service: ServiceDetail) {
  const text = useTexts(serviceTexts)
  const { language } = useLanguage()
  const { value, choiceWords }: ServiceField = serviceFields[name]
  if (value.kind !== 'choice') return []
  const words = choiceWords?.[language] ?? {}
  const followed: Partial<Record<Name, string>> = {
    profile: service.defaultProfile,
    errorStatus: service.defaultErrorStatus,
  }
  const none = words[noneOf(value)] ?? text.byDefault(words[followed[name] ?? ''] ?? '')
  return [
    ...(value.default === null ? [{ value: '', label: none }] : []),
    ...value.choices.map((choice) => ({ value: choice, label: words[choice] ?? choice })),
  ]
}
