declare const __APP_VERSION__: string

// Tabler ships its icons one by one without a declaration each; the barrel's types serve them all.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'

  const icon: Icon
  export default icon
}
