import { ActionIcon, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { addressOf, readFile } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '../../parts/icons.tsx'
import classes from './phone.module.css'
import { phoneTexts } from './texts.ts'
import { peaksOf, readWav } from './wav.ts'

const bars = 48
const barWidth = 3
const height = 28

/** What the phone heard, as a small wave form that plays. */
export function Recording({ callId }: { readonly callId: number }) {
  const text = useTexts(phoneTexts)
  const wav = useQuery({
    queryKey: ['phone-recording', callId],
    queryFn: async () =>
      (await readFile(addressOf('/phone/calls/:id/recording', { id: callId }))).arrayBuffer(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (wav.isPending) return <Skeleton h={height} w={bars * barWidth + 40} />
  if (wav.data === undefined) {
    return <Text variant="note">{text.forgotten}</Text>
  }
  return <Player file={wav.data} />
}

function Player({ file }: { readonly file: ArrayBuffer }) {
  const text = useTexts(phoneTexts)
  const formats = useFormats()
  const audio = useRef<HTMLAudioElement>(null)
  const [address, setAddress] = useState<string>()
  const [isPlaying, setPlaying] = useState(false)
  const [progress, setProgress] = useState(0)
  const { samples, rateHz } = readWav(file)
  const peaks = peaksOf(samples, bars)
  const loudest = Math.max(0.01, ...peaks)
  const duration = formats.seconds((samples.length / rateHz) * 1000)

  useEffect(() => {
    const made = URL.createObjectURL(new Blob([file], { type: 'audio/wav' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const toggle = () => void (isPlaying ? audio.current?.pause() : audio.current?.play())
  return (
    <Group gap="xs" wrap="nowrap">
      {/* biome-ignore lint/a11y/useMediaCaption: a robot that speaks the digits of the code, which stands beside it */}
      <audio
        ref={audio}
        src={address}
        preload="auto"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) => setProgress(currentTime / duration)}
      />
      <ActionIcon
        variant="light"
        color="teal"
        radius="xl"
        onClick={toggle}
        aria-label={`${isPlaying ? text.pause : text.play}, ${duration}`}
      >
        {isPlaying ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
      </ActionIcon>
      <svg
        width={bars * barWidth}
        height={height}
        viewBox={`0 0 ${bars * barWidth} ${height}`}
        role="img"
        aria-label={text.wave(duration)}
      >
        {peaks.map((peak, index) => {
          const tall = Math.max(1.5, (peak / loudest) * height)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={index}
              className={index / bars < progress ? classes.heard : classes.unheard}
              x={index * barWidth}
              y={(height - tall) / 2}
              width={barWidth - 1}
              height={tall}
              rx={1}
            />
          )
        })}
      </svg>
      <Text variant="note" style={{ whiteSpace: 'nowrap' }}>
        {duration}
      </Text>
    </Group>
  )
}
