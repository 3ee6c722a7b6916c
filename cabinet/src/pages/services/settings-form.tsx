import {
  Alert,
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ServiceDetail } from '@ringkey/server/cabinet-api'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMay } from '../../api/me.ts'
import { fieldProblem, otherProblem } from '../../language/field-problem.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { changesIn, type Draft, draftOf } from './draft.ts'
import { LimitsForm } from './limits-form.tsx'
import { serviceTexts } from './service-texts.ts'
import { useChangeService } from './use-change-service.ts'
import { useCountries } from './use-countries.ts'

const follow = 'follow'
const fields = ['name', 'useDirection', 'allowedCountries', 'allowedAddresses', 'inboundLifetimeSeconds']

/** What an owner sets. Everything is saved together and in force at once. */
export function SettingsForm({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(serviceTexts)
  const mayChange = useMay('change-services')
  const [draft, setDraft] = useState(() => draftOf(service))
  const change = useChangeService(service.id)
  const changes = changesIn(draft, service)
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const problem = (field: string) => fieldProblem(change.error, field, text.errors)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(changes, { onSuccess: (after) => setDraft(draftOf(after)) })
  }
  return (
    <>
      <form onSubmit={submit}>
        <fieldset disabled={!mayChange} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <SettingRow title={text.general}>
            <TextInput
              label={text.name}
              maxLength={100}
              value={draft.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
              error={problem('name')}
            />
            <TextInput
              mt="xs"
              label={text.use}
              maxLength={300}
              value={draft.useDirection}
              onChange={(event) => set({ useDirection: event.currentTarget.value })}
              error={problem('useDirection')}
            />
          </SettingRow>
          <CallSettings draft={draft} set={set} problem={problem} />
          <AccessSettings draft={draft} set={set} problem={problem} service={service} />
        </fieldset>
        {mayChange && (
          <Group py="md" gap="sm">
            <Button type="submit" loading={change.isPending} disabled={Object.keys(changes).length === 0}>
              {text.save}
            </Button>
            {change.isSuccess && Object.keys(changes).length === 0 && (
              <Alert color="teal" variant="transparent" p={0} icon={<IconCheck size={16} />} role="status">
                {text.saved}
              </Alert>
            )}
            <ErrorNote error={otherProblem(change.error, fields)} />
          </Group>
        )}
      </form>
      <LimitsForm service={service} />
    </>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly set: (part: Partial<Draft>) => void
  readonly problem: (field: string) => string | undefined
}

function CallSettings({ draft, set, problem }: PartProps) {
  const text = useTexts(serviceTexts)
  const countries = useCountries()
  return (
    <>
      <SettingRow title={text.countries} hint={text.countriesHint}>
        <MultiSelect
          aria-label={text.countries}
          data={countries}
          value={[...draft.allowedCountries]}
          onChange={(allowedCountries) => set({ allowedCountries })}
          placeholder={draft.allowedCountries.length === 0 ? text.anyCountry : ''}
          searchable
          clearable
          maxDropdownHeight={260}
          limit={300}
          error={problem('allowedCountries')}
        />
      </SettingRow>
      <SettingRow title={text.voice} hint={text.voiceHint}>
        <Select
          aria-label={text.voice}
          allowDeselect={false}
          data={[
            { value: follow, label: text.voices.country },
            { value: 'ru', label: text.voices.ru },
            { value: 'en', label: text.voices.en },
            { value: 'kk', label: text.voices.kk },
          ]}
          value={draft.voiceLanguage ?? follow}
          onChange={(value) =>
            set({ voiceLanguage: value === follow ? null : (value as Draft['voiceLanguage']) })
          }
        />
      </SettingRow>
      <SettingRow title={text.lifetime} hint={text.lifetimeHint}>
        <NumberInput
          aria-label={text.lifetime}
          w={140}
          allowDecimal={false}
          value={draft.inboundLifetimeSeconds}
          onChange={(value) => set({ inboundLifetimeSeconds: Number(value) })}
          error={problem('inboundLifetimeSeconds')}
        />
      </SettingRow>
      <SettingRow title={text.callerLevel} hint={text.callerLevelHint}>
        <Select
          aria-label={text.callerLevel}
          allowDeselect={false}
          data={(['low', 'medium', 'high'] as const).map((value) => ({
            value,
            label: text.callerLevels[value],
          }))}
          value={draft.callerLevel}
          onChange={(value) => set({ callerLevel: value as Draft['callerLevel'] })}
        />
        <Switch
          mt="sm"
          label={text.webhookCaller}
          checked={draft.webhookCaller}
          onChange={(event) => set({ webhookCaller: event.currentTarget.checked })}
        />
      </SettingRow>
    </>
  )
}

function AccessSettings({ draft, set, problem, service }: PartProps & { readonly service: ServiceDetail }) {
  const text = useTexts(serviceTexts)
  return (
    <>
      <SettingRow title={text.addresses} hint={text.addressesHint}>
        <Textarea
          aria-label={text.addresses}
          autosize
          minRows={2}
          maxRows={10}
          value={draft.allowedAddresses}
          onChange={(event) => set({ allowedAddresses: event.currentTarget.value })}
          error={problem('allowedAddresses')}
        />
      </SettingRow>
      <SettingRow title={text.https} hint={text.httpsHint}>
        <Switch
          aria-label={text.https}
          checked={draft.httpsOnly}
          onChange={(event) => set({ httpsOnly: event.currentTarget.checked })}
        />
      </SettingRow>
      <SettingRow title={text.profile} hint={text.profileHint}>
        <Select
          aria-label={text.profile}
          allowDeselect={false}
          data={[
            { value: follow, label: text.byDefault(text.profiles[service.defaultProfile]) },
            { value: 'standard', label: text.profiles.standard },
            { value: 'ucaller', label: text.profiles.ucaller },
          ]}
          value={draft.profile ?? follow}
          onChange={(value) => set({ profile: value === follow ? null : (value as Draft['profile']) })}
        />
      </SettingRow>
      {(draft.profile ?? service.defaultProfile) === 'ucaller' && (
        <SettingRow title={text.bareFailure} hint={text.bareFailureHint}>
          <Switch
            aria-label={text.bareFailure}
            checked={draft.bareTestFailure}
            onChange={(event) => set({ bareTestFailure: event.currentTarget.checked })}
          />
        </SettingRow>
      )}
      <SettingRow title={text.errorStatus} hint={text.errorStatusHint}>
        <Select
          aria-label={text.errorStatus}
          allowDeselect={false}
          data={[
            { value: follow, label: text.byDefault(text.statuses[service.defaultErrorStatus]) },
            { value: 'mirror', label: text.statuses.mirror },
            { value: '200', label: text.statuses['200'] },
          ]}
          value={draft.errorStatus ?? follow}
          onChange={(value) =>
            set({ errorStatus: value === follow ? null : (value as Draft['errorStatus']) })
          }
        />
      </SettingRow>
      <SettingRow title={text.repeats} hint={text.repeatsHint}>
        <Text>{service.settings.legacyRepeats ? text.repeatsOn : text.repeatsOff}</Text>
      </SettingRow>
    </>
  )
}
