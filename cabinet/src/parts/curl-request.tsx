import { Code, Group, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { CopyButton } from './copy-button.tsx'

const texts = defineMessages({
  title: ['The request', 'Запрос'],
  theRequest: ['the request', 'запрос'],
  hint: [
    'A request that asks for the same, made from what we keep; your program may have written it otherwise. Fill in the key and the full number: we keep neither.',
    'Запрос с тем же смыслом, составлен по нашим записям: ваша программа могла записать его иначе. Впишите ключ и полный номер, мы их не храним.',
  ],
})

/** The request behind a call or a verification, as a curl command that can be copied. */
export function CurlRequest({ request }: { readonly request: string }) {
  const text = useTexts(texts)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{text.title}</Title>
        <CopyButton value={request} what={text.theRequest} />
      </Group>
      <Code block tabIndex={0}>
        {request}
      </Code>
      <Text variant="note">{text.hint}</Text>
    </Stack>
  )
}
