import { stopProvidedN8n } from './signIn';

// jest asks for it
export default stopProvidedN8n;
