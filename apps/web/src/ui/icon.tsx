// The icons of the interface, one meaning each, by the name that meaning has in this product.
import type { Icon as TablerIcon } from '@tabler/icons-react'
import alertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import alertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import arrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import arrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import arrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import arrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import check from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import chevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import chevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import circleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import clock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import copy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import dots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import edit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs'
import eye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import eyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import file from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import fileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs'
import fileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import fileTypePdf from '@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs'
import helpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import folders from '@tabler/icons-react/dist/esm/icons/IconFolders.mjs'
import infoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import layoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs'
import logout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import menu from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import moon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import paperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import pencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import photo from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import photoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import plus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import refresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import search from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import selector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs'
import sun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import textWrap from '@tabler/icons-react/dist/esm/icons/IconTextWrap.mjs'
import thumbDown from '@tabler/icons-react/dist/esm/icons/IconThumbDown.mjs'
import thumbDownFilled from '@tabler/icons-react/dist/esm/icons/IconThumbDownFilled.mjs'
import thumbUp from '@tabler/icons-react/dist/esm/icons/IconThumbUp.mjs'
import thumbUpFilled from '@tabler/icons-react/dist/esm/icons/IconThumbUpFilled.mjs'
import trash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import wifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs'
import world from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import x from '@tabler/icons-react/dist/esm/icons/IconX.mjs'

const icons = {
  'alert-circle': alertCircle,
  'alert-triangle': alertTriangle,
  'arrow-down': arrowDown,
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  'arrow-up': arrowUp,
  check,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  'circle-check': circleCheck,
  clock,
  copy,
  dots,
  edit,
  eye,
  'eye-off': eyeOff,
  file,
  'file-spreadsheet': fileSpreadsheet,
  'file-text': fileText,
  'file-type-pdf': fileTypePdf,
  folders,
  'help-circle': helpCircle,
  'info-circle': infoCircle,
  'layout-sidebar': layoutSidebar,
  logout,
  menu,
  moon,
  paperclip,
  pencil,
  photo,
  'photo-off': photoOff,
  plus,
  refresh,
  search,
  selector,
  sun,
  'text-wrap': textWrap,
  'thumb-down': thumbDown,
  'thumb-down-filled': thumbDownFilled,
  'thumb-up': thumbUp,
  'thumb-up-filled': thumbUpFilled,
  trash,
  'wifi-off': wifiOff,
  world,
  x,
} satisfies Record<string, TablerIcon>

export type IconName = keyof typeof icons

/** An outline icon in the colour of its text: 16 px, 14 for chevrons, 18 and 20 on touch. Always beside a name. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName
  size?: 14 | 16 | 18 | 20
  className?: string | undefined
}) {
  const Drawing = icons[name]
  return (
    <Drawing size={size} stroke={1.75} aria-hidden focusable={false} {...(className ? { className } : {})} />
  )
}
