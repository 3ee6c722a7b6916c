import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformerStyleToClass } from '@shikijs/transformers'
import { defineConfig } from 'vitepress'
import { anchorOf } from '../anchor.ts'

/** Written by build.ts. */
const sidebar = JSON.parse(readFileSync(join(import.meta.dirname, '../generated/sidebar.json'), 'utf8'))
/** For Shiki, which does not know these. */
const languageAlias = { 'asterisk-pjsip': 'ini', 'asterisk-extensions': 'ini', kamailio: 'c' }
/** Colours of code as classes: the content security policy forbids style attributes. */
const colours = transformerStyleToClass()
const coloursFile = () => {
  const css = colours.getCSS()
  return { css, name: `assets/code.${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css` }
}

export default defineConfig({
  title: 'Ringkey',
  base: '/docs/',
  srcDir: 'generated',
  cleanUrls: true,
  // One inline script the less.
  metaChunk: true,
  // A page in view would request a dozen others.
  router: { prefetchLinks: false },
  // It adds a style element for a moment, which the content security policy forbids.
  appearance: { disableTransition: false },
  markdown: { anchor: { slugify: anchorOf }, codeTransformers: [colours], languageAlias },
  description: 'Confirms that a person holds a phone number, by a phone call. Self-hosted.',
  head: [['link', { rel: 'icon', href: '/favicon.ico' }]],
  transformHead: () => [['link', { rel: 'stylesheet', href: `/docs/${coloursFile().name}` }]],
  // The same rules are in style.css.
  transformHtml: (html) => html.replaceAll(/ style="[^"]*"/g, ''),
  buildEnd({ outDir }) {
    const { css, name } = coloursFile()
    writeFileSync(join(outDir, name), css)
  },
  themeConfig: {
    sidebar,
    // The guides have no Russian form; pages of the reference link to each other.
    i18nRouting: false,
    search: {
      provider: 'local',
      options: {
        locales: {
          ru: {
            translations: {
              button: { buttonText: 'Поиск', buttonAriaLabel: 'Поиск' },
              modal: {
                noResultsText: 'Ничего не найдено:',
                resetButtonTitle: 'Очистить',
                footer: { selectText: 'открыть', navigateText: 'выбрать', closeText: 'закрыть' },
              },
            },
          },
        },
      },
    },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: {
        nav: [
          { text: 'Guides', link: '/sign-in' },
          { text: 'API', link: '/reference/v2' },
          { text: 'Errors', link: '/errors/' },
        ],
      },
    },
    ru: {
      label: 'Русский',
      lang: 'ru',
      themeConfig: {
        nav: [
          { text: 'Руководства', link: '/sign-in' },
          { text: 'API', link: '/ru/reference/v2' },
          { text: 'Ошибки', link: '/ru/errors/' },
        ],
        outline: { label: 'На этой странице' },
        docFooter: { prev: 'Назад', next: 'Далее' },
        sidebarMenuLabel: 'Содержание',
        returnToTopLabel: 'Наверх',
        darkModeSwitchLabel: 'Тема',
        lightModeSwitchTitle: 'Светлая тема',
        darkModeSwitchTitle: 'Тёмная тема',
        langMenuLabel: 'Язык',
      },
    },
  },
})
