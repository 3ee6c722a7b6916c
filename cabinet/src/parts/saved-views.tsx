import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useRead, useWrite } from '../api/use-api.ts'
import { useTexts } from '../language/language.tsx'
import { withCommon } from '../language/terms.ts'
import { defineMessages } from '../language/texts.ts'
import { bindText } from './bind.ts'
import { DialogForm } from './dialog-form.tsx'
import { ErrorNote } from './error-note.tsx'
import { IconBookmark, IconTrash } from './icons.tsx'
import { Menu, MenuDivider, MenuItem, MenuLabel } from './menu.tsx'

const texts = withCommon({
  views: ['Saved views', 'Сохранённые виды'],
  noViews: ['Nothing is saved yet.', 'Пока ничего не сохранено.'],
  saveView: ['Save this view', 'Сохранить этот вид'],
  removeView: ['Remove this view', 'Удалить этот вид'],
  viewName: ['Name', 'Название'],
  viewAbout: [
    'The period, the filters and the order are kept. A view of the same name is replaced.',
    'Запомнятся период, фильтры и порядок. Вид с тем же названием будет заменён.',
  ],
})

const problems = defineMessages({
  'too-many-views': [
    'You have saved 50 views already: remove one first.',
    'Уже сохранено 50 видов: сначала удалите один.',
  ],
})

/** What this person has saved of the page. A view is the address, so it shows the same whenever it is opened. */
export function SavedViewsMenu() {
  const text = useTexts(texts)
  const [location, navigate] = useLocation()
  const [isNaming, setNaming] = useState(false)
  const views = useRead('/views')
  const remove = useWrite('/views/remove', { refreshes: ['views'] })
  const items = (views.data?.items ?? []).filter(({ address }) => address.split('?')[0] === location)
  return (
    <>
      <Menu
        width={300}
        button={(opener) => (
          <Button {...opener} variant="default" size="xs" leftSection={<IconBookmark size={16} />}>
            {text.views}
          </Button>
        )}
      >
        {items.length === 0 && <MenuLabel>{text.noViews}</MenuLabel>}
        {items.map(({ name, address }) => (
          <Group key={name} gap={4} wrap="nowrap">
            <MenuItem onClick={() => navigate(address)}>{name}</MenuItem>
            <ActionIcon
              role="menuitem"
              aria-label={`${text.removeView}: ${name}`}
              onClick={() => remove.mutate({ name })}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </Group>
        ))}
        <ErrorNote error={views.error ?? remove.error} />
        <MenuDivider />
        <MenuItem onClick={() => setNaming(true)}>{text.saveView}</MenuItem>
      </Menu>
      {isNaming && <NameDialog onClose={() => setNaming(false)} />}
    </>
  )
}

function NameDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useTexts(texts)
  const search = useSearch()
  const [location] = useLocation()
  const [name, setName] = useState('')
  const save = useWrite('/views', { refreshes: ['views'], onSuccess: onClose })
  return (
    <DialogForm
      title={text.saveView}
      action={text.save}
      mutation={save}
      errorTexts={problems}
      isIncomplete={name.trim() === ''}
      onSubmit={() => save.mutate({ name, address: search === '' ? location : `${location}?${search}` })}
      onClose={onClose}
    >
      <TextInput
        label={text.viewName}
        description={text.viewAbout}
        maxLength={60}
        {...bindText(name, setName)}
        data-autofocus
      />
    </DialogForm>
  )
}
