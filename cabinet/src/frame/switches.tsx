import { ActionIcon, Button, Menu, Tooltip, useMantineColorScheme } from '@mantine/core'
import { useLanguage, useTexts } from '../language/language.tsx'
import { IconDeviceDesktop, IconMoon, IconSun } from '../parts/icons.tsx'
import { barTexts } from './texts.ts'

export function LanguageSwitch() {
  const { language, choose } = useLanguage()
  const other = language === 'en' ? 'ru' : 'en'
  return (
    <Tooltip label={other === 'ru' ? 'Русский' : 'English'}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => choose(other)}
        aria-label={`${other.toUpperCase()}: ${other === 'ru' ? 'Русский' : 'English'}`}
      >
        {other.toUpperCase()}
      </Button>
    </Tooltip>
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
    <Menu width={180} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={text.theme}>
          <Current size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ name, icon: Icon }) => (
          <Menu.Item key={name} leftSection={<Icon size={16} />} onClick={() => setColorScheme(name)}>
            {text[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
