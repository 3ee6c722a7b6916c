import { Anchor, Stack, Text, Title } from '@mantine/core'
import type { EventChapter } from '@ringkey/server/documentation'
import { Fragment } from 'react'
import { useTexts } from '../../language/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Errors, Problems } from './errors.tsx'
import { Fields } from './fields.tsx'
import { Method } from './method.tsx'
import { Programs } from './programs.tsx'
import { Blocks, Prose } from './prose.tsx'
import { useReader } from './reader.ts'
import classes from './reference.module.css'
import type { ReferenceSection } from './sections.ts'
import { referenceTexts } from './texts.ts'

/** The chapter of `/v2`, which the login programs follow. */
const loginChapter = 'v2'

export function Section({ section }: { readonly section: ReferenceSection }) {
  const text = useTexts(referenceTexts)
  const { id, title } = section
  return (
    <Stack gap="sm" component="section" id={id} aria-labelledby={`${id}-title`} className={classes.section!}>
      <Title order={2} id={`${id}-title`}>
        {title}{' '}
        <Anchor href={`#${id}`} aria-label={text.linkTo(title)} className={classes.link!}>
          #
        </Anchor>
      </Title>
      <Content section={section} />
    </Stack>
  )
}

function Content({ section }: { readonly section: ReferenceSection }) {
  const { texts, login, v2 } = useReader().documentation
  const { content, title } = section
  switch (content.kind) {
    case 'chapter':
      return (
        <>
          <Blocks blocks={content.chapter.blocks} what={title} />
          {content.chapter.id === loginChapter && (
            <>
              <Title order={3}>{texts.login}</Title>
              <Programs programs={login} what={texts.login} />
            </>
          )}
        </>
      )
    case 'method':
      return <Method method={content.method} />
    case 'verification':
      return (
        <>
          <Text>
            <Prose>{texts.aboutVerification}</Prose>
          </Text>
          <Fields label={title} rows={v2.verification} />
        </>
      )
    case 'events':
      return (
        <>
          <Text>
            <Prose>{texts.aboutEvents}</Prose>
          </Text>
          {v2.events.map((event) => (
            <Event key={event.type} event={event} />
          ))}
        </>
      )
    case 'problems':
      return <Problems />
    case 'webhook':
      return <Webhook />
    case 'errors':
      return <Errors />
  }
}

function Event({ event }: { readonly event: EventChapter }) {
  const { texts } = useReader().documentation
  const { type, summary, data, example } = event
  if (data.length === 0) {
    return (
      <>
        <Title order={3}>{type}</Title>
        <Text>
          <Prose>{summary}</Prose> <Prose>{texts.dataIsVerification}</Prose>
        </Text>
      </>
    )
  }
  return (
    <>
      <Title order={3}>{type}</Title>
      <Text>
        <Prose>{summary}</Prose>
      </Text>
      <Fields label={`${type}: data`} rows={data} />
      <CodeBlock code={example} what={`${texts.example}: ${type}`} />
    </>
  )
}

function Webhook() {
  const { texts, webhook } = useReader().documentation
  return (
    <>
      <Text>
        <Prose>{webhook.about}</Prose>
      </Text>
      <Title order={3}>{texts.headers}</Title>
      <Fields label={`${texts.webhook}: ${texts.headers}`} rows={webhook.headers} />
      <Title order={3}>{texts.body}</Title>
      <Fields label={`${texts.webhook}: ${texts.body}`} rows={webhook.body} />
      {webhook.chapters.map(({ title, blocks }) => (
        <Fragment key={title}>
          <Title order={3}>{title}</Title>
          <Blocks blocks={blocks} what={title} />
        </Fragment>
      ))}
    </>
  )
}
