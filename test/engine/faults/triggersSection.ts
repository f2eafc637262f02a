/** What the triggers do; their own tests bring these cases about. */
export const TRIGGERS_SECTION = `## Triggers

Held by the tests of the triggers: \`npx jest test/engine/deviceAccess test/unit/trigger test/engine/timeLimits\`.

| What goes wrong | Device Access Trigger | Device Access Polling Trigger |
| --- | --- | --- |
| The service refuses an event type | The workflow cannot be published; the message names the type | The same. Once published it goes on without the type, and reports it once with a failed execution |
| The registration at the service is lost or replaced | It registers again, at most once in five minutes, and says so in \`trigger_message\` of the next item. Deliveries that it refused in between do not come again | |
| The workflow is copied to another n8n with its stored data | The copy registers a webhook of its own, and leaves that of the original | The copy goes on where the original stood |
| The credential opens another workspace | It registers there when it is published | It starts from now, and reports it. A new key in the same credential goes unnoticed |
| The service hangs | A delivery is answered in time, without the access code | The check fails within 45 seconds, nothing is lost, and the next one asks again |
| The service lists fewer events at once than asked for | | All come, in order |
| The service lists more events of one millisecond than it gives at once | | The check fails and says so |
| The service lists an event twice | It starts nothing twice | It comes once |
| The service lists events without an ID, a type or a time | Such a delivery is answered with 400 | They are left out, which is reported with a failed execution; the others come |
| The service does not filter events by time | | The check fails after one request |
| The date of the service's answers is ahead of its events | | Nothing is lost where n8n's clock is right |
| The service's clock was set back | | It starts from now, and reports it |
`;
