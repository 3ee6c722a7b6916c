import { Modal, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { navigationTexts } from '../pages/texts.ts'
import { IconSearch } from '../parts/icons.tsx'
import { useIsNarrow } from '../parts/page-length.ts'
import { useEarlyLetters } from './early-letters.ts'
import classes from './palette.module.css'
import { useFindable } from './use-findable.ts'

const texts = defineMessages({
  label: ['Find anything', 'Найти что угодно'],
  hint: [
    'Page, service, call or verification by id or phone',
    'Страница, сервис, звонок или проверка по id или телефону',
  ],
  nothing: ['Nothing is called like this.', 'Ничего с таким названием нет.'],
})

/** Finds pages, services, verifications and actions by a few letters; arrows choose, Enter goes. */
export default function Palette({
  typedEarly,
  onClose,
}: {
  readonly typedEarly: { readonly current: string }
  readonly onClose: () => void
}) {
  const text = useTexts(texts)
  const names = useTexts(navigationTexts)
  const listId = useId()
  const [typed, setTyped] = useState(() => typedEarly.current)
  useEarlyLetters((letter) => setTyped((before) => before + letter))
  const [chosen, setChosen] = useState(0)
  const found = useFindable(typed)
  const current = Math.min(chosen, found.length - 1)
  const run = (place: number) => {
    const item = found[place]
    if (item === undefined) return
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((current + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(current)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={text.label}
      fullScreen={useIsNarrow()}
      yOffset="12vh"
      closeButtonProps={{ 'aria-label': names.close }}
    >
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length === 0 ? undefined : `${listId}-${current}`}
        aria-label={text.label}
        placeholder={text.hint}
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={listId} aria-label={text.label} className={classes.list}>
        {found.map((item, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the focus and handles the keys
          <div
            key={item.key}
            role="option"
            tabIndex={-1}
            id={`${listId}-${place}`}
            aria-selected={place === current}
            className={classes.option}
            onMouseMove={() => setChosen(place)}
            onClick={() => run(place)}
          >
            <span>{item.name}</span>
            <Text span size="xs" c="dimmed">
              {item.kind}
            </Text>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <Text size="sm" role="status">
          {text.nothing}
        </Text>
      )}
    </Modal>
  )
}
