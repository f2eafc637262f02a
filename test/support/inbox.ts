export { type Email, type Inbox, openInbox } from '../../host/inbox/openInbox';
