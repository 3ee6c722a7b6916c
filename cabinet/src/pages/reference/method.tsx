import { Anchor, Badge, Group, Text, Title } from '@mantine/core'
import type { MethodChapter } from '@ringkey/server/documentation'
import { Fragment } from 'react'
import { useTexts } from '../../language/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { InlineCode } from '../../parts/marked-text.tsx'
import { Fields } from './fields.tsx'
import { Programs } from './programs.tsx'
import { Prose } from './prose.tsx'
import { useReader } from './reader.ts'
import { anchorOf } from './sections.ts'
import { referenceTexts } from './texts.ts'

/** A method: what it does, what it takes, what it answers, and how a program asks. */
export function Method({ method }: { readonly method: MethodChapter }) {
  const text = useTexts(referenceTexts)
  const { documentation, url } = useReader()
  const { texts } = documentation
  const { id, verb, path, summary, description, status } = method
  return (
    <>
      <Group gap={6}>
        <InlineCode>{`${verb} ${path}`}</InlineCode>
        <CopyButton value={`${url}${path}`} what={`${verb} ${path}`} />
        {method.isDeprecated && <Badge color="gray">{texts.deprecated}</Badge>}
      </Group>
      <Text>
        <Prose>{`${summary} ${description}`.trim()}</Prose>
        {method.isAlsoGet && ` ${texts.alsoGet}`}
      </Text>
      <Title order={3}>{texts.parameters}</Title>
      <Fields label={`${id}: ${texts.parameters}`} rows={method.parameters} />
      <Title order={3}>
        {texts.answer}: HTTP {status}
      </Title>
      {method.isVerification ? (
        <Text>
          <Anchor href="#verification">{texts.isVerification}</Anchor>.
        </Text>
      ) : (
        <Fields label={`${id}: ${texts.answer}`} rows={method.answer} />
      )}
      <Title order={3}>{texts.example}</Title>
      <Programs programs={method.requests} what={text.requestOf(id)} />
      <Text size="sm">{texts.exampleAnswer}:</Text>
      <CodeBlock code={method.exampleAnswer} what={text.answerOf(id)} />
      <Title order={3}>{texts.errorsOfMethod}</Title>
      <Text>
        {method.ownCodes.map((code) => (
          <Fragment key={code}>
            <Anchor href={`#${anchorOf(code)}`}>{code}</Anchor>,{' '}
          </Fragment>
        ))}
        <Anchor href={method.path.startsWith('/v2') ? '#problems' : '#errors'}>{texts.everyMethod}</Anchor>.
      </Text>
    </>
  )
}
