import { type SettingName, type Settings, settingTable, settingText } from '../../config/settings.ts'
import type { SettingView } from '../views/operator/nodes.ts'

/** The settings in force. A secret is only shown as set or not set; credentials in an address are hidden too. */
export function settingViews(settings: Settings): SettingView[] {
  return (Object.keys(settingTable) as SettingName[]).map((name) => {
    const { fallback, secret } = settingTable[name] as { fallback?: unknown; secret?: true }
    const value: unknown = settings[name]
    return {
      name,
      value: secret === true || value === undefined ? '' : withoutSecrets(settingText(name, value)),
      secret: secret === true,
      isSet: value !== undefined,
      isDefault: JSON.stringify(value) === JSON.stringify(fallback),
    }
  })
}

/** `https://user:password@host/?key=abc` -> `https://…@host/?key=…` */
function withoutSecrets(text: string): string {
  if (!/^[a-z]+:\/\//i.test(text)) return text
  return text.replace(/\/\/[^/@]*@/, '//…@').replace(/=[^&]*/g, '=…')
}
