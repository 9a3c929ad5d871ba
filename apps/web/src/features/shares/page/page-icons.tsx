// The icons that only this page needs at once: those of `Icon` that are rare load later.
import chevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import copyPlus from '@tabler/icons-react/dist/esm/icons/IconCopyPlus.mjs'
import download from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import eye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import login from '@tabler/icons-react/dist/esm/icons/IconLogin.mjs'
import moon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import printer from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import sun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'

const drawings = {
  'chevron-down': chevronDown,
  'copy-plus': copyPlus,
  download,
  eye,
  login,
  moon,
  printer,
  sun,
}
export type PageIconName = keyof typeof drawings

export function PageIcon({ name, size = 16 }: { name: PageIconName; size?: 14 | 16 | 18 | 20 }) {
  const Drawing = drawings[name]
  return <Drawing size={size} stroke={1.75} aria-hidden focusable={false} />
}
