import { SegmentedControl, Stack, Text, Title } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { useTexts } from '../../language/language.tsx'
import { ProgramTabs } from '../../parts/program-tabs.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { loginPrograms } from '../../snippets/login.ts'
import { type Task, taskPrograms, tasks } from '../../snippets/task-programs.ts'
import classes from './integrate.module.css'
import { integrateTexts } from './integrate-texts.ts'

/** Ready-made programs with the real address and id. */
export function Integrate({ service }: { readonly service: Answer<'/services/:id'> }) {
  const text = useTexts(integrateTexts)
  const mayChange = useMay('change-services')
  const [task, setTask] = useState<Task>('call')
  const access = { url: service.apiUrl, serviceId: service.id, secretKey: 'YOUR_SECRET_KEY' }
  return (
    <Stack gap="sm">
      <Title order={2}>{text.login}</Title>
      <Text size="sm">{text.loginAbout}</Text>
      <ProgramTabs label={text.loginLanguage} programs={loginPrograms(access)} />
      <Text variant="hint">{text.placeholder}</Text>
      <Title order={2} mt="md">
        {text.compatible}
      </Title>
      <Text size="sm">{text.compatibleAbout}</Text>
      <SegmentedControl
        aria-label={text.what}
        className={classes.tasks}
        w="fit-content"
        maw="100%"
        data={tasks.map((value) => ({ value, label: text.tasks[value] }))}
        value={task}
        onChange={(value) => setTask(value as Task)}
      />
      <Text size="sm">{text.about[task]}</Text>
      <ProgramTabs label={text.language} programs={taskPrograms(access, task)} />
      {mayChange && (
        <Text variant="hint">
          <TextLink href={`/webhooks?service=${service.id}`}>{text.secret}</TextLink>
        </Text>
      )}
    </Stack>
  )
}
