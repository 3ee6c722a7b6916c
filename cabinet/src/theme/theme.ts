import { createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#effcf9',
  '#d9f5ee',
  '#b0eadd',
  '#82dfca',
  '#5ed5bb',
  '#3fc3a8',
  '#1f9e88',
  '#0f766e',
  '#0b5f59',
  '#084a45',
]

/** Calm and dense: small type, little rounding, one colour that means "us". */
export const theme = createTheme({
  primaryColor: 'teal',
  // White on this shade has a contrast of 5.5 in both themes; a lighter one in the dark had 2.2.
  primaryShade: 7,
  autoContrast: true,
  respectReducedMotion: true,
  colors: { teal },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.25rem' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.875rem' } },
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // A state is never cut to fit a narrow column.
    Badge: { defaultProps: { tt: 'none', variant: 'light', miw: 'max-content' } },
    Button: { defaultProps: { size: 'sm' } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm' } },
    // Lists of choices are made when they open: a page has several, of up to sixty.
    Combobox: { defaultProps: { keepMounted: false } },
    // One of the choices holds, unless the list says that it can be empty.
    Select: { defaultProps: { allowDeselect: false } },
    // What browsers remember of other sites fits few fields; those name what they want.
    TextInput: { defaultProps: { size: 'sm', autoComplete: 'off' } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
})
