import { stopProvidedN8n } from './signIn';

// jest requires a default export
export default stopProvidedN8n;
