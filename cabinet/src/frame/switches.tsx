import { ActionIcon, Button, useMantineColorScheme } from '@mantine/core'
import { useLanguage, useTexts } from '../language/language.tsx'
import { IconDeviceDesktop, IconMoon, IconSun } from '../parts/icons.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { barTexts } from './texts.ts'

export function LanguageSwitch() {
  const { language, choose } = useLanguage()
  const other = language === 'en' ? 'ru' : 'en'
  const name = other === 'ru' ? 'Русский' : 'English'
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      onClick={() => choose(other)}
      aria-label={`${other.toUpperCase()}: ${name}`}
      title={name}
    >
      {other.toUpperCase()}
    </Button>
  )
}

const schemes = [
  { name: 'light', icon: IconSun },
  { name: 'dark', icon: IconMoon },
  { name: 'auto', icon: IconDeviceDesktop },
] as const

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const text = useTexts(barTexts)
  const Current = schemes.find(({ name }) => name === colorScheme)?.icon ?? IconSun
  return (
    <Menu
      width={180}
      button={(opener) => (
        <ActionIcon {...opener} variant="subtle" color="gray" aria-label={text.theme}>
          <Current size={18} />
        </ActionIcon>
      )}
    >
      {schemes.map(({ name, icon: Icon }) => (
        <MenuItem key={name} icon={<Icon size={16} />} onClick={() => setColorScheme(name)}>
          {text[name]}
        </MenuItem>
      ))}
    </Menu>
  )
}
