import {
  Accordion,
  Checkbox,
  NativeSelect,
  PasswordInput,
  SimpleGrid,
  Stack,
  TextInput,
  Title,
} from '@mantine/core'
import type { TrunksView, TrunkView } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { ApiProblem } from '../../api/client.ts'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { useProblemText } from '../../language/problems.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { formTexts } from './field-texts.ts'
import {
  basicFields,
  type FormField,
  foldedFields,
  kinds,
  settingOf,
  withPreset,
  writtenSettings,
} from './fields.ts'
import { trunkProblems } from './texts.ts'
import { TrunkField } from './trunk-field.tsx'

type Preset = keyof TrunksView['presets']

interface Change {
  readonly name?: string
  readonly settings: Record<string, unknown>
  readonly password?: string | null
}

/** A trunk's settings: what most need, and the rest folded. Only what was changed is sent. */
export function TrunkForm(props: {
  /** null is a new one. */
  readonly trunk: TrunkView | null
  readonly defaults: TrunksView['defaults']
  readonly presets: TrunksView['presets']
  readonly onClose: () => void
}) {
  const text = useTexts(formTexts)
  const { trunk, onClose } = props
  const [before] = useState(() => writtenSettings(trunk?.settings ?? props.defaults))
  const [values, setValues] = useState(before)
  const [preset, setPreset] = useState<Preset | ''>('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [withoutPassword, setWithoutPassword] = useState(false)
  const save = useOperatorChange<Change>(
    trunk === null ? '/operator/trunks' : `/operator/trunks/${trunk.name}`,
  )
  const problemText = useProblemText(trunkProblems)
  const problem = save.error instanceof ApiProblem ? save.error : null
  const errorOf = (field: string) => (problem?.field === field ? problemText(problem) : null)

  const changed = (Object.keys(kinds) as FormField[]).filter((field) => values[field] !== before[field])
  const writtenPreset = (name: Preset | '') =>
    name === '' ? before : writtenSettings({ ...props.defaults, ...props.presets[name] })
  const choose = (name: Preset | '') => {
    setValues((now) => withPreset(now, writtenPreset(preset), writtenPreset(name)))
    setPreset(name)
  }
  const submit = () => {
    save.mutate(
      {
        ...(trunk === null ? { name: name.trim() } : {}),
        settings: Object.fromEntries(changed.map((field) => [field, settingOf(field, values[field])])),
        ...(withoutPassword ? { password: null } : password === '' ? {} : { password }),
      },
      { onSuccess: onClose },
    )
  }
  const field = (each: FormField) => (
    <TrunkField
      key={each}
      field={each}
      value={values[each]}
      error={errorOf(each)}
      onChange={(value) => setValues((now) => ({ ...now, [each]: value }))}
    />
  )
  return (
    <DialogForm
      isLong
      title={trunk === null ? text.newTitle : text.editTitle(trunk.name)}
      action={text.save}
      error={save.error}
      own={trunkProblems}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {trunk === null && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={text.name}
            description={text.nameAbout}
            required
            autoComplete="off"
            data-autofocus
            error={errorOf('name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={text.preset}
            description={text.presetAbout}
            data={[
              { value: '', label: text.noPreset },
              ...Object.keys(props.presets).map((value) => ({ value, label: text.presets[value as Preset] })),
            ]}
            value={preset}
            onChange={(event) => choose(event.currentTarget.value as Preset | '')}
          />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>{basicFields.map(field)}</SimpleGrid>
      <PasswordInput
        label={text.password}
        description={trunk?.hasPassword ? text.passwordSet : text.passwordNone}
        autoComplete="new-password"
        disabled={withoutPassword}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {trunk?.hasPassword === true && (
        <Checkbox
          label={text.noPassword}
          checked={withoutPassword}
          onChange={(event) => setWithoutPassword(event.currentTarget.checked)}
        />
      )}
      <Accordion variant="separated">
        <Accordion.Item value="more">
          <Accordion.Control>{text.more}</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="lg">
              {(Object.keys(foldedFields) as (keyof typeof foldedFields)[]).map((group) => (
                <Stack key={group} gap="xs">
                  <Title order={3}>{text.groups[group]}</Title>
                  <SimpleGrid cols={{ base: 1, sm: 2 }}>{foldedFields[group].map(field)}</SimpleGrid>
                </Stack>
              ))}
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </DialogForm>
  )
}
