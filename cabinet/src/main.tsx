import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { queryClient } from './api/queries.ts'
import { App } from './app.tsx'
import { LanguageProvider } from './language/language.tsx'
import { theme } from './theme/theme.ts'
import './theme/page.css'
import './theme/contrast.css'

/** Styles that components make at run time are allowed by the nonce that the server put into the page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The style that keeps the page behind a dialog from scrolling looks for it here (package get-nonce).
Object.assign(window, { __webpack_nonce__: nonce })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider>
          <Router base="/cabinet">
            <App />
          </Router>
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

declare global {
  /** A browser has none. Should a route's types ever bring those of Node with them, they declare it a second time. */
  const process: never
}
