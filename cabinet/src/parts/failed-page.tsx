import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { Component, type ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { EmptyState } from './empty-state.tsx'

const texts = defineMessages({
  failed: ['This page cannot be loaded now', 'Сейчас страницу не загрузить'],
  whatToDo: [
    'The server does not answer, or the connection has broken off.',
    'Сервер не отвечает, или прервалась связь.',
  ],
  again: ['Load again', 'Загрузить ещё раз'],
})

interface Props {
  /** Another address gets another try. */
  readonly address: string
  readonly children: ReactNode
}

/** Says that a page failed. Without it React would remove everything, and leave an empty window. */
export class FailedPageNote extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.hasFailed && before.address !== this.props.address) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? <Note /> : this.props.children
  }
}

function Note() {
  const text = useTexts(texts)
  // What failed to load stays failed for this document.
  useWindowEvent('online', () => location.reload())
  return (
    <EmptyState title={text.failed}>
      {text.whatToDo}
      <br />
      <Button mt="md" onClick={() => location.reload()}>
        {text.again}
      </Button>
    </EmptyState>
  )
}
