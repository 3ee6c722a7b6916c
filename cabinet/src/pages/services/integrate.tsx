import { SegmentedControl, Stack, Tabs, Text } from '@mantine/core'
import type { ServiceDetail } from '@ringkey/server/cabinet-api'
import { snippets, type Task, tasks } from '@ringkey/server/snippets'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { useTexts } from '../../language/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import classes from './integrate.module.css'
import { SupabaseHook } from './supabase-hook.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

const texts = {
  en: {
    tasks: {
      call: 'Start a call',
      info: 'Ask how it ended',
      inbound: 'Wait for a call',
      check: 'Number',
      account: 'Account',
    },
    what: 'What to do',
    about: {
      call: 'A call to a test number. Keep the code on your server, and compare it there with the digits that the user types: three tries, five minutes, one use.',
      info: 'call_status is −1 while it is under way, 1 when completed, 0 when failed.',
      inbound:
        'The user calls the confirmation number; you get a signed web-hook. The receiver below refuses every request that is not signed by us.',
      check:
        'Country, network operator and region of a number as people type it. A valid number is charged. An invalid one has a field error, and the request still succeeds.',
      account:
        'The account with its last 50 actions. Its answer has no status: an error is status === false.',
    },
    language: 'Language of the snippet',
    placeholder: 'Put your key where YOUR_SECRET_KEY stands: we cannot show it again.',
  },
  ru: {
    tasks: {
      call: 'Звонок',
      info: 'Итог',
      inbound: 'Ждать звонка',
      check: 'Номер',
      account: 'Аккаунт',
    },
    what: 'Что сделать',
    about: {
      call: 'Проверочный звонок на тестовый номер. Храните код на своём сервере и сравните там с цифрами, которые введёт пользователь: три попытки, пять минут, один раз.',
      info: 'call_status: −1 — ещё идёт, 1 — подтверждён, 0 — не удалось.',
      inbound:
        'Пользователь звонит на номер подтверждения, и приходит подписанный веб-хук. Приёмник ниже отклоняет всё, что подписано не нами.',
      check:
        'Страна, оператор связи и регион номера в любой записи. За действительный номер берётся плата. У недействительного есть поле error, а сам запрос успешен.',
      account:
        'Аккаунт и его последние 50 действий. Поля status в ответе нет: ошибка — это status === false.',
    },
    language: 'Язык примера',
    placeholder: 'Вместо YOUR_SECRET_KEY подставьте свой ключ: показать его ещё раз мы не можем.',
  },
}

/** Ready-made requests with the real address and id. */
export function Integrate({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(texts)
  const mayChange = useMay('change-services')
  const [task, setTask] = useState<Task>('call')
  const access = { url: service.apiUrl, serviceId: service.id, secretKey: 'YOUR_SECRET_KEY' }
  return (
    <Stack gap="sm">
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
      <Tabs defaultValue="curl" variant="outline" keepMounted={false}>
        <Tabs.List aria-label={text.language}>
          {snippets.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ name, of }) => (
          <Tabs.Panel key={name} value={name} pt="xs">
            <CodeBlock code={of[task](access)} what={name} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm" c="dimmed">
        {text.placeholder}
      </Text>
      {mayChange && <WebhookSecret service={service} />}
      {mayChange && <SupabaseHook service={service} />}
    </Stack>
  )
}
