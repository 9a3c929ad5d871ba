// The icons of the interface, one meaning each, by the name that meaning has in this product.
import type { Icon as TablerIcon } from '@tabler/icons-react'
import adjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import alertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import alertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import api from '@tabler/icons-react/dist/esm/icons/IconApi.mjs'
import arrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import arrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import arrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import arrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import cancel from '@tabler/icons-react/dist/esm/icons/IconCancel.mjs'
import check from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import chevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import chevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import chevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import chevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import circleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import clock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import code from '@tabler/icons-react/dist/esm/icons/IconCode.mjs'
import columns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import copy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import copyPlus from '@tabler/icons-react/dist/esm/icons/IconCopyPlus.mjs'
import cpu from '@tabler/icons-react/dist/esm/icons/IconCpu.mjs'
import csv from '@tabler/icons-react/dist/esm/icons/IconCsv.mjs'
import dots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import download from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import edit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs'
import eye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import eyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import file from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import fileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs'
import fileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import fileTypePdf from '@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs'
import focus from '@tabler/icons-react/dist/esm/icons/IconFocusCentered.mjs'
import folders from '@tabler/icons-react/dist/esm/icons/IconFolders.mjs'
import helpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import home from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import history from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import infoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import layoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import keyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs'
import layoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs'
import link from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import logout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import maximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import menu from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import minimize from '@tabler/icons-react/dist/esm/icons/IconMinimize.mjs'
import moon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import palette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs'
import news from '@tabler/icons-react/dist/esm/icons/IconNews.mjs'
import message from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import paperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import pencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import photo from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import photoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import playerTrackNext from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackNext.mjs'
import pin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import pinnedOff from '@tabler/icons-react/dist/esm/icons/IconPinnedOff.mjs'
import plus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import printer from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import refresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import route from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import schema from '@tabler/icons-react/dist/esm/icons/IconSchema.mjs'
import search from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import selector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs'
import sun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import textWrap from '@tabler/icons-react/dist/esm/icons/IconTextWrap.mjs'
import thumbDown from '@tabler/icons-react/dist/esm/icons/IconThumbDown.mjs'
import thumbDownFilled from '@tabler/icons-react/dist/esm/icons/IconThumbDownFilled.mjs'
import thumbUp from '@tabler/icons-react/dist/esm/icons/IconThumbUp.mjs'
import thumbUpFilled from '@tabler/icons-react/dist/esm/icons/IconThumbUpFilled.mjs'
import trash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import upload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import users from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import wifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs'
import world from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import x from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import zoomIn from '@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs'

const icons = {
  'adjustments-horizontal': adjustmentsHorizontal,
  'alert-circle': alertCircle,
  'alert-triangle': alertTriangle,
  'arrow-down': arrowDown,
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  'arrow-up': arrowUp,
  cancel,
  check,
  'chevron-down': chevronDown,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  'chevron-up': chevronUp,
  'circle-check': circleCheck,
  clock,
  code,
  'columns-3': columns3,
  copy,
  'copy-plus': copyPlus,
  cpu,
  csv,
  dots,
  download,
  edit,
  eye,
  'eye-off': eyeOff,
  file,
  'file-spreadsheet': fileSpreadsheet,
  'file-text': fileText,
  'file-type-pdf': fileTypePdf,
  folders,
  'help-circle': helpCircle,
  history,
  'info-circle': infoCircle,
  'layout-sidebar': layoutSidebar,
  link,
  logout,
  menu,
  message,
  moon,
  paperclip,
  pencil,
  photo,
  'photo-off': photoOff,
  'player-track-next': playerTrackNext,
  plus,
  printer,
  refresh,
  route,
  schema,
  search,
  selector,
  sun,
  'text-wrap': textWrap,
  'thumb-down': thumbDown,
  'thumb-down-filled': thumbDownFilled,
  'thumb-up': thumbUp,
  'thumb-up-filled': thumbUpFilled,
  trash,
  upload,
  users,
  'wifi-off': wifiOff,
  world,
  x,
  'zoom-in': zoomIn,
  pin,
  'pinned-off': pinnedOff,
  'layout-dashboard': layoutDashboard,
  maximize,
  minimize,
  'focus-centered': focus,
  home,
  palette,
  keyboard,
  news,
  api,
} satisfies Record<string, TablerIcon>

export type IconName = keyof typeof icons

/** Whether a name that comes from a data file is an icon. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(icons, name)

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
