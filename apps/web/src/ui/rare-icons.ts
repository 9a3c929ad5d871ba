// Icons that no first paint needs: loaded when the browser is idle or when one is used.
import activity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
import archive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import archiveOff from '@tabler/icons-react/dist/esm/icons/IconArchiveOff.mjs'
import arrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs'
import star from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import starFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import api from '@tabler/icons-react/dist/esm/icons/IconApi.mjs'
import bell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import bookmarkPlus from '@tabler/icons-react/dist/esm/icons/IconBookmarkPlus.mjs'
import books from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs'
import bulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs'
import building from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import camera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs'
import cancel from '@tabler/icons-react/dist/esm/icons/IconCancel.mjs'
import circleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs'
import code from '@tabler/icons-react/dist/esm/icons/IconCode.mjs'
import cpu from '@tabler/icons-react/dist/esm/icons/IconCpu.mjs'
import csv from '@tabler/icons-react/dist/esm/icons/IconCsv.mjs'
import cursorText from '@tabler/icons-react/dist/esm/icons/IconCursorText.mjs'
import database from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import folderPlus from '@tabler/icons-react/dist/esm/icons/IconFolderPlus.mjs'
import deviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import deviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import download from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import file from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import fileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs'
import fileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import fileTypePdf from '@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs'
import focus from '@tabler/icons-react/dist/esm/icons/IconFocusCentered.mjs'
import gripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import history from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import home from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import key from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import keyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs'
import language from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import messageChatbot from '@tabler/icons-react/dist/esm/icons/IconMessageChatbot.mjs'
import layoutSidebarRight from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarRight.mjs'
import link from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import listCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs'
import listDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import lock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import login from '@tabler/icons-react/dist/esm/icons/IconLogin.mjs'
import logout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import mail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import maximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import minimize from '@tabler/icons-react/dist/esm/icons/IconMinimize.mjs'
import moon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import news from '@tabler/icons-react/dist/esm/icons/IconNews.mjs'
import palette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs'
import photo from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import photoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import pin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import pinnedOff from '@tabler/icons-react/dist/esm/icons/IconPinnedOff.mjs'
import playerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import playerTrackNext from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackNext.mjs'
import power from '@tabler/icons-react/dist/esm/icons/IconPower.mjs'
import printer from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import route from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import schema from '@tabler/icons-react/dist/esm/icons/IconSchema.mjs'
import server from '@tabler/icons-react/dist/esm/icons/IconServer.mjs'
import settings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import shieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import sitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs'
import speakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs'
import stack2 from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import sun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import textWrap from '@tabler/icons-react/dist/esm/icons/IconTextWrap.mjs'
import thumbDownFilled from '@tabler/icons-react/dist/esm/icons/IconThumbDownFilled.mjs'
import thumbUpFilled from '@tabler/icons-react/dist/esm/icons/IconThumbUpFilled.mjs'
import upload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import user from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import userCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs'
import world from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import zoomIn from '@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs'

export const rareIcons: Readonly<Record<string, TablerIcon>> = {
  activity,
  archive,
  'archive-off': archiveOff,
  api,
  bell,
  'bookmark-plus': bookmarkPlus,
  books,
  building,
  bulb,
  camera,
  cancel,
  'circle-check-filled': circleCheckFilled,
  'arrows-exchange': arrowsExchange,
  code,
  cpu,
  csv,
  'cursor-text': cursorText,
  database,
  'folder-plus': folderPlus,
  'file-spreadsheet': fileSpreadsheet,
  'file-text': fileText,
  'file-type-pdf': fileTypePdf,
  'focus-centered': focus,
  'device-desktop': deviceDesktop,
  'device-mobile': deviceMobile,
  'grip-vertical': gripVertical,
  history,
  key,
  keyboard,
  language,
  'layout-sidebar-right': layoutSidebarRight,
  link,
  'list-check': listCheck,
  'list-details': listDetails,
  lock,
  login,
  logout,
  mail,
  maximize,
  'message-chatbot': messageChatbot,
  minimize,
  moon,
  news,
  palette,
  photo,
  'photo-off': photoOff,
  pin,
  'pinned-off': pinnedOff,
  'player-play': playerPlay,
  'player-track-next': playerTrackNext,
  power,
  printer,
  route,
  schema,
  server,
  settings,
  'shield-check': shieldCheck,
  sitemap,
  speakerphone,
  'stack-2': stack2,
  star,
  'star-filled': starFilled,
  sun,
  'text-wrap': textWrap,
  upload,
  user,
  'user-check': userCheck,
  world,
  'zoom-in': zoomIn,
  file,
  download,
  home,
  'thumb-down-filled': thumbDownFilled,
  'thumb-up-filled': thumbUpFilled,
}
