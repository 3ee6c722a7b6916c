import { Group, Select, Skeleton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMay, useMe, useSetMe } from '../../api/me.ts'
import { useWrite } from '../../api/use-api.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form, RowForm, SaveButton } from '../../parts/form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useAccountDetails } from './account-details.ts'
import { CloseAccount } from './close-account.tsx'
import { NoAccount } from './no-account.tsx'
import { OwnPhone } from './own-phone.tsx'
import { Section } from './section.tsx'
import { accountTexts } from './texts.ts'

export function Profile() {
  const text = useTexts(accountTexts)
  const me = useMe()
  const details = useAccountDetails()
  const mayChange = useMay('change-account')
  return (
    <>
      {me.account !== null && !me.account.phoneConfirmed && mayChange && <OwnPhone details={details.data} />}
      {me.account === null && <NoAccount />}
      <Section title={text.you}>
        <Person />
      </Section>
      {me.account !== null && (
        <Section title={text.account}>
          <ErrorNote error={details.error} />
          {details.data === undefined ? (
            <Skeleton h={60} />
          ) : (
            <>
              <Fact name={text.email}>{details.data.email}</Fact>
              <Fact name={text.accountId}>
                <Group gap={6}>
                  {details.data.id}
                  <CopyButton value={String(details.data.id)} what={text.accountId} />
                </Group>
              </Fact>
              <Fact name={text.since}>
                <Moment at={details.data.createdAt} />
              </Fact>
            </>
          )}
        </Section>
      )}
      {me.timeZone !== null && mayChange && <Zone zone={me.timeZone} />}
      {me.account !== null && mayChange && <CloseAccount account={me.account} />}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <Group gap="xs">
      <Text variant="hint" w={110}>
        {name}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </Group>
  )
}

/** Its days and months begin by it; the owner may live elsewhere than the browser thinks. */
function Zone({ zone }: { readonly zone: string }) {
  const text = useTexts(accountTexts)
  const [chosen, setChosen] = useState(zone)
  // Everything that is counted by days is read again.
  const save = useWrite('/account/time-zone', { refreshes: [] })
  return (
    <Section title={text.zone} lead={text.zoneLead}>
      <RowForm action={text.setZone} mutation={save} onSubmit={() => save.mutate({ timeZone: chosen })}>
        <Select
          aria-label={text.zone}
          searchable
          data={[...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])]}
          value={chosen}
          onChange={(value) => setChosen(value ?? zone)}
          w={260}
        />
      </RowForm>
    </Section>
  )
}

function Person() {
  const text = useTexts(accountTexts)
  const { person } = useMe()
  const setMe = useSetMe()
  const { choose } = useLanguage()
  const [name, setName] = useState(person.name)
  const [language, setLanguage] = useState(person.language)
  const save = useWrite('/person', {
    onSuccess: (me) => {
      if (me.person.language !== '') choose(me.person.language)
      setMe(me)
    },
  })
  const languages: { value: typeof language; label: string }[] = [
    { value: '', label: text.asBrowser },
    { value: 'en', label: 'English' },
    { value: 'ru', label: 'Русский' },
  ]
  return (
    <Form onSubmit={() => save.mutate({ name, language })}>
      <Group align="flex-end" gap="sm">
        <TextInput label={text.email} value={person.email} readOnly w={260} />
        <TextInput
          label={text.name}
          autoComplete="name"
          maxLength={100}
          {...bindText(name, setName)}
          w={220}
        />
        <Select
          label={text.language}
          data={languages}
          value={language}
          onChange={(value) => setLanguage(value ?? '')}
          w={150}
        />
        <SaveButton isMain mutation={save} isChanged={name !== person.name || language !== person.language} />
      </Group>
      <ErrorNote error={save.error} />
    </Form>
  )
}
