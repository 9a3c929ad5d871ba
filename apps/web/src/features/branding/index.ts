import { lazyView } from '#lib/load-code.ts'

export const BrandingSettings = lazyView(
  async () => (await import('./branding-settings.tsx')).BrandingSettings,
)
