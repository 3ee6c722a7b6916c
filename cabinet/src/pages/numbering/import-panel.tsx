import { Alert, Button, Checkbox, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import type { Answer, ProblemBody } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, addressOf } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { bindChecked } from '../../parts/bind.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconUpload } from '../../parts/icons.tsx'
import { numberingProblems, numberingTexts } from './texts.ts'

export type NumberingData = 'registry' | 'porting'
type Job = Answer<'/operator/numbering'>['imports'][number]

/** Uploads a file, shows the progress and the result. */
export function ImportPanel({ data, job }: { readonly data: NumberingData; readonly job: Job | undefined }) {
  const text = useTexts(numberingTexts)
  const client = useQueryClient()
  const [force, setForce] = useState(false)
  const [share, setShare] = useState(0)
  const send = useMutation({
    mutationFn: (file: File) =>
      upload(
        addressOf('/operator/numbering/imports', { data, name: file.name, force: force ? 'yes' : 'no' }),
        file,
        setShare,
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['operator'] }),
  })
  const isBusy = send.isPending || job?.stage === 'importing' || job?.stage === 'uploading'
  return (
    <Stack gap="xs">
      <Group gap="md" align="flex-start">
        <FileButton onChange={(file) => file !== null && send.mutate(file)} accept=".csv,.txt,.gz,.zip">
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} />}
              disabled={isBusy}
              data-upload={data}
            >
              {text.upload}
            </Button>
          )}
        </FileButton>
        <Checkbox label={text.force} description={text.forceAbout} {...bindChecked(force, setForce)} />
      </Group>
      <Text variant="note">{text.uploadAbout}</Text>
      <ErrorNote error={send.error} errorTexts={numberingProblems} />
      {send.isPending && <Bar label={text.uploading(send.variables.name)} share={share} />}
      {!send.isPending && job !== undefined && <JobState job={job} />}
    </Stack>
  )
}

function Bar({ label, share }: { readonly label: string; readonly share: number }) {
  const text = useTexts(numberingTexts)
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{label}</Text>
      <Progress value={share * 100} aria-label={label} />
      <Text variant="note">{text.leave}</Text>
    </Stack>
  )
}

function JobState({ job }: { readonly job: Job }) {
  const text = useTexts(numberingTexts)
  const formats = useFormats()
  const { name, result } = job
  if (result === null) {
    const label =
      job.stage === 'uploading' ? text.uploading(name) : text.importing(name, formats.number(job.rows))
    return <Bar label={label} share={job.share} />
  }
  const refused = result.files.flatMap((file) => Object.entries(file.refused))
  const notes = [
    ...(result.kind === 'done' ? result.overlooked : result.reasons),
    ...refused.map(([reason, count]) => text.counted(formats.number(count), reason)),
  ]
  const examples = result.files.flatMap((file) => file.examples)
  return (
    <>
      <Alert
        color={result.kind === 'done' ? 'teal' : 'red'}
        role="status"
        title={result.kind === 'done' ? text.done(name, formats.number(result.taken)) : text.refused(name)}
      >
        {notes.length > 0 &&
          notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
      </Alert>
      {examples.length > 0 && (
        <DataTable
          label={text.notTaken}
          rows={examples}
          keyOf={({ line, text: row }) => `${line} ${row}`}
          empty={null}
          columns={[
            { title: text.line, cell: ({ line }) => formats.number(line), width: 80 },
            { title: text.reason, cell: ({ reason }) => reason },
            {
              title: text.rowText,
              cell: ({ text: row }) => (
                <Text size="xs" ff="monospace" lineClamp={2}>
                  {row}
                </Text>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

/** Sends a file as it is. Not with `fetch`, which does not report the progress of an upload. */
function upload(address: string, file: Blob, onProgress: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.setRequestHeader('X-Ringkey-Cabinet', '1')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onerror = () => reject(new ApiProblem(0, { code: 'no-connection', message: 'no connection' }))
    request.onload = () => {
      if (request.status < 300) resolve()
      else reject(new ApiProblem(request.status, problemIn(request.responseText)))
    }
    request.send(file)
  })
}

function problemIn(text: string): ProblemBody['error'] {
  try {
    return (JSON.parse(text) as ProblemBody).error
  } catch {
    return { code: 'fault', message: 'the server did not answer as expected' }
  }
}
