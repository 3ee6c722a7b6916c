import { Group } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { namesOf } from '@ringkey/server/fields/field'
import { type InstallationField, installationFields } from '@ringkey/server/fields/installation-fields'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useRead } from '../../api/use-api.ts'
import { fieldProblem, otherProblem } from '../../language/field-problem.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { FieldInput } from '../../parts/field-input.tsx'
import { changesIn, typedOf } from '../../parts/field-values.ts'
import { Form, SaveButton } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { useUnsaved } from '../../parts/unsaved.ts'
import { ConsolePage } from '../console-page.tsx'
import { installationProblems, installationTexts } from './texts.ts'

type Settings = Answer<'/operator/installation'>['settings']

const fields: Readonly<Record<keyof Settings, InstallationField>> = installationFields
const names = namesOf(installationFields)
const groups = [...new Set(names.map((name) => fields[name].group))]

export default function InstallationPage() {
  return (
    <ConsolePage name="installation" from={useRead('/operator/installation')} height={400}>
      {({ settings }) => <SettingsForm settings={settings} />}
    </ConsolePage>
  )
}

/** Everything is saved together; all nodes take it within seconds. */
function SettingsForm({ settings }: { readonly settings: Settings }) {
  const text = useTexts(installationTexts)
  const { language } = useLanguage()
  const [typed, setTyped] = useState(() => typedOf(installationFields, settings))
  const change = useOperatorChange('/operator/installation')
  const changes = changesIn(installationFields, typedOf(installationFields, settings), typed)
  const isChanged = Object.keys(changes).length > 0
  useUnsaved(isChanged)
  const submit = () =>
    change.mutate(
      { settings: changes },
      { onSuccess: (after) => setTyped(typedOf(installationFields, after)) },
    )
  return (
    <Form onSubmit={submit}>
      {groups.map((group) => (
        <Section key={group} title={text.groups[group]}>
          {names
            .filter((name) => fields[name].group === group)
            .map((name) => {
              const { value: rule, choiceWords, ...words } = fields[name]
              const [title, hint] = words[language]
              const wrong =
                rule.kind === 'number'
                  ? text.between(rule.min, rule.max, rule.zero !== undefined)
                  : text.wrong
              return (
                <SettingRow key={name} title={title} hint={hint}>
                  <FieldInput
                    field={fields[name]}
                    names={{ 'aria-label': title }}
                    value={typed[name]}
                    error={fieldProblem(change.error, name, { [name]: wrong })}
                    onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
                    {...(rule.kind === 'choice'
                      ? {
                          choices: rule.choices.map((value) => ({
                            value,
                            label: choiceWords?.[language][value] ?? value,
                          })),
                        }
                      : {})}
                  />
                </SettingRow>
              )
            })}
        </Section>
      ))}
      <Group py="md" gap="sm">
        <SaveButton mutation={change} isChanged={isChanged} isMain />
        <ErrorNote error={otherProblem(change.error, names)} errorTexts={installationProblems} />
      </Group>
    </Form>
  )
}
