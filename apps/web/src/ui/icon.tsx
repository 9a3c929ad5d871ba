// The icons of the interface, by their meaning in this product; each has one meaning.
import type { Icon as TablerIcon } from '@tabler/icons-react'
import adjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import alertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import alertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import arrowBigUp from '@tabler/icons-react/dist/esm/icons/IconArrowBigUp.mjs'
import arrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import arrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import arrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import arrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import check from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import chevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import chevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import chevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import chevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import circleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import clock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import columns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import copy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import copyPlus from '@tabler/icons-react/dist/esm/icons/IconCopyPlus.mjs'
import dots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import edit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs'
import eye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import eyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import folders from '@tabler/icons-react/dist/esm/icons/IconFolders.mjs'
import helpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import infoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import layoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import layoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs'
import menu from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import message from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import paperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import pencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import plus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import refresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import search from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import selector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs'
import thumbDown from '@tabler/icons-react/dist/esm/icons/IconThumbDown.mjs'
import thumbUp from '@tabler/icons-react/dist/esm/icons/IconThumbUp.mjs'
import trash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import users from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import wifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs'
import x from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { lazyPart, useLazyPart } from '#lib/lazy-part.ts'

const rareIcons = lazyPart(async () => (await import('./rare-icons.ts')).rareIcons)

/** Returns the icons outside the main bundle; undefined until they are loaded. */
const useRareIcons = () => useLazyPart(rareIcons)

const icons = {
  'adjustments-horizontal': adjustmentsHorizontal,
  'alert-circle': alertCircle,
  'alert-triangle': alertTriangle,
  'arrow-big-up': arrowBigUp,
  'arrow-down': arrowDown,
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  'arrow-up': arrowUp,
  check,
  'chevron-down': chevronDown,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  'chevron-up': chevronUp,
  'circle-check': circleCheck,
  clock,
  'columns-3': columns3,
  copy,
  'copy-plus': copyPlus,
  dots,
  edit,
  eye,
  'eye-off': eyeOff,
  folders,
  'help-circle': helpCircle,
  'info-circle': infoCircle,
  'layout-sidebar': layoutSidebar,
  menu,
  message,
  paperclip,
  pencil,
  plus,
  refresh,
  search,
  selector,
  'thumb-down': thumbDown,
  'thumb-up': thumbUp,
  trash,
  users,
  'wifi-off': wifiOff,
  x,
  'layout-dashboard': layoutDashboard,
} satisfies Record<string, TablerIcon>

/** Imported in `rare-icons.ts`. */
const RARE = [
  'activity',
  'api',
  'archive',
  'archive-off',
  'arrows-exchange',
  'bell',
  'bookmark-plus',
  'books',
  'building',
  'bulb',
  'camera',
  'cancel',
  'circle-check-filled',
  'code',
  'cpu',
  'csv',
  'cursor-text',
  'database',
  'device-desktop',
  'device-mobile',
  'download',
  'file',
  'file-spreadsheet',
  'file-text',
  'file-type-pdf',
  'folder-plus',
  'focus-centered',
  'grip-vertical',
  'history',
  'home',
  'key',
  'keyboard',
  'language',
  'layout-sidebar-right',
  'link',
  'list-check',
  'list-details',
  'lock',
  'login',
  'logout',
  'mail',
  'message-chatbot',
  'maximize',
  'minimize',
  'moon',
  'news',
  'palette',
  'photo',
  'photo-off',
  'pin',
  'pinned-off',
  'player-play',
  'player-track-next',
  'power',
  'printer',
  'route',
  'schema',
  'server',
  'settings',
  'shield-check',
  'sitemap',
  'speakerphone',
  'stack-2',
  'star',
  'star-filled',
  'sun',
  'text-wrap',
  'thumb-down-filled',
  'thumb-up-filled',
  'upload',
  'user',
  'user-check',
  'world',
  'zoom-in',
] as const

type CommonName = keyof typeof icons
export type IconName = CommonName | (typeof RARE)[number]

const isCommon = (name: string): name is CommonName => Object.hasOwn(icons, name)

/** Returns whether a name from a data file is an icon. */
export const isIconName = (name: string): name is IconName =>
  isCommon(name) || RARE.some((rare) => rare === name)

interface IconProps {
  name: IconName
  size?: 14 | 16 | 18 | 20
  className?: string | undefined
}

/** An outline icon in the text colour: 16 px, 14 for chevrons, 18 and 20 on touch. Always next to a name. */
export function Icon({ name, ...rest }: IconProps) {
  return isCommon(name) ? <Drawn drawing={icons[name]} {...rest} /> : <RareIcon name={name} {...rest} />
}

/** Reserves the space while the rare icons load. */
function RareIcon({ name, ...rest }: IconProps) {
  const drawing = useRareIcons()?.[name]
  return drawing ? <Drawn drawing={drawing} {...rest} /> : <Place {...rest} />
}

type Looks = Omit<IconProps, 'name'>

function Drawn({ drawing: Drawing, size = 16, className }: Looks & { drawing: TablerIcon }) {
  return (
    <Drawing size={size} stroke={1.75} aria-hidden focusable={false} {...(className ? { className } : {})} />
  )
}

const Place = ({ size = 16, className }: Looks) => (
  <svg width={size} height={size} aria-hidden focusable={false} className={className} />
)
