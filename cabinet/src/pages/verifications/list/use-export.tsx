import { Button, Group, Progress as ProgressBar, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { wantNotices } from '../../../frame/notices.tsx'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { useProblemText } from '../../../language/problems.ts'
import { defineMessages } from '../../../language/texts.ts'
import { dayText } from '../../../language/time-zone.ts'
import { useTimeZone } from '../../../language/use-time-zone.ts'
import { saveFile } from '../../../parts/save-file.ts'
import { listProblems } from '../texts.ts'
import { type Progress, readExport } from './export-file.ts'
import type { Asked } from './filters.ts'
import type { Source } from './use-list.ts'

const texts = defineMessages({
  title: ['Saving the list as CSV', 'Сохраняем список в CSV'],
  rows: (count: string) => [
    `${count} lines so far. You may go to other pages.`,
    `Строк: ${count}. Можно перейти на другие страницы.`,
  ],
  cancel: ['Cancel', 'Отменить'],
  cancelled: ['The export was cancelled; nothing was saved.', 'Выгрузка отменена, ничего не сохранено.'],
  done: (count: string) => [`Saved: ${count} lines.`, `Сохранено строк: ${count}.`],
  cut: (count: string) => [
    `Saved: the newest ${count} lines. For older ones set an earlier time.`,
    `Сохранены последние ${count} строк. Для более ранних задайте период.`,
  ],
})

/** How often the progress bar is redrawn at most. */
const redrawMs = 200

/** Never empty, so that the bar is visible, and never full before the file is complete. */
const shownShare = (rows: number, expected: number) =>
  expected === 0 ? 99 : Math.max(2, Math.min(99, (100 * rows) / expected))

/** With the days of the period. */
function fileName({ from, to }: Asked, zone: string): string {
  const day = (at: number) => dayText(at, zone)
  return (
    ['verifications', ...(from === undefined ? [] : [day(from)]), day((to ?? Date.now() + 1) - 1)].join('_') +
    '.csv'
  )
}

/** Starts an export that continues while other pages are open. */
export function useExport() {
  const text = useTexts(texts)
  const formats = useFormats()
  const zone = useTimeZone()
  const problemText = useProblemText(listProblems)
  return async (source: Source, asked: Asked) => {
    const stop = new AbortController()
    const show = ({ rows, expected }: Progress) => ({
      title: text.title,
      message: (
        <Stack gap={6}>
          <Text size="sm">{text.rows(formats.number(Math.max(0, rows)))}</Text>
          <ProgressBar aria-label={text.title} value={shownShare(rows, expected)} animated />
          <Group justify="flex-end">
            <Button size="compact-xs" variant="default" onClick={() => stop.abort()}>
              {text.cancel}
            </Button>
          </Group>
        </Stack>
      ),
      autoClose: false as const,
      withCloseButton: false,
    })
    wantNotices()
    const id = notifications.show(show({ rows: 0, expected: 1 }))
    const end = (message: string, color: string) =>
      notifications.update({ id, title: null, message, color, autoClose: 8_000, withCloseButton: true })
    let drawnAt = Number.NEGATIVE_INFINITY
    try {
      const { file, rows, isCut } = await readExport(source, asked, stop.signal, (progress) => {
        if (performance.now() - drawnAt < redrawMs) return
        drawnAt = performance.now()
        notifications.update({ id, ...show(progress) })
      })
      saveFile(file, fileName(asked, zone))
      const count = formats.number(rows)
      end(isCut ? text.cut(count) : text.done(count), 'teal')
    } catch (error) {
      if (stop.signal.aborted) end(text.cancelled, 'gray')
      else end(problemText(error), 'red')
    }
  }
}
