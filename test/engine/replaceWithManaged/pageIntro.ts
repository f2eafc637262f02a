/** What the page says before its tables. */
export const PAGE_INTRO = `# Replace codes that cannot be converted

Some codes on a lock cannot be converted to managed ones: their lock or its provider does not allow it. *Unmanaged Access Code:
Replace With Managed* deletes such a code and creates a managed one with the same PIN, name and times. Between the two the PIN does
not work: for some seconds, longer where the lock is behind a hub, and up to a minute where the service limits how many codes are
created on one lock.

## When to use it

* For codes whose record says \`cannot_be_managed\`, and for those of igloohome locks. (The codes of SmartThings locks cannot be converted
  either, but their PINs are not told, so that no new code can have them.) A code that can be converted is refused: *Convert to
  Managed* keeps it on the lock all the time. Where a conversion was tried and failed, switch on *Even If Convertible*.
* *Get Many* with *Add Migration Advice* names them: \`migration.advice\` is \`replace\`, and this operation takes every such code.
* When nobody stands at the door. The new code has an ID of its own: \`access_code_id\` in the output; \`old_access_code_id\` is gone.
* With the PINs kept. First run *Get Many* with *Mask PIN Codes* **off**, see that the PINs can be read, and save its output in a safe place (the examples hide them). If n8n itself is killed between the two steps, nothing else knows the PIN.

## What is checked first

All items are checked before the first one is changed. Without 'On Error: Continue' an item that fails its check stops the node, and
**nothing was changed for any item**; with it the item fails alone. A code is refused

* if it can be converted, or only the app of the lock maker can delete it;
* if its PIN is not known, or the lock would not take it: its length, the lock's rules for PINs and names, another code with the same PIN;
* if it has ended, does not work now, or has a start without an end;
* if the lock is offline, has an error, is full, or takes no codes from the service;
* if it stands in the input twice, if *Mask PIN Codes* is on (the output must be able to carry the PIN), or if n8n's *Retry On Fail*
  is on together with 'On Error: Continue' (n8n would run everything again and drop what this run has found out).

Right before the deletion the code and its lock are looked at once more. As many locks as *Requests in Flight* says are worked on at
once, the codes of one lock one after another.

## What comes out

From the deletion on nothing fails any more: each item comes out and says whether the PIN works.

| \`outcome\` | Does the PIN work? | |
| --- | --- | --- |
| \`replaced\` | Yes | \`access_code\` is the new code, set on the lock or sure to be set in time. |
| \`unchanged\` | Yes, as before | The old code is still there; \`message\` says why. |
| \`pending\` | Not certain | Something was not finished when *Wait Timeout* was over, or could not be read. |
| \`lockedOut\` | No | The old code is gone, and no new one is on the lock. |

With \`pending\` and \`lockedOut\` the item has \`recovery\`: what to do next, and all that is needed for it.

\`\`\`json
{
  "next_step": "Now create the code with 'Access Code: Create' and the values under 'recovery', or at the lock.",
  "device_id": "…", "device_name": "Room 201", "name": "Guest 201", "code": "…", "starts_at": null, "ends_at": null
}
\`\`\`

**Put a Switch on \`outcome\` behind the node, and tell somebody of \`pending\` and \`lockedOut\`.** Such an item is no error on purpose: an
error would stop the run and take the PIN with it, which must not stand in an error or a log. What happened, without the PIN, is in n8n's
log too.

## What can go wrong

A test run writes these tables: each row was brought about in the real n8n engine, against a service that misbehaves on purpose, and
what the node says was compared with what was on the lock in the end (\`npx jest engine/replaceWithManaged\`). In every row the deletion
is sent once (but for 429, which says that nothing was done), no code is created twice, and no text holds the PIN. The runs have
'Maximum Retries' 1 and a short 'Wait Timeout'. What was sent are the answers of the service, in order: 200 is success, *cut* means that
the connection ended without an answer. 'Nothing' on the lock means: no code with this PIN.
`;
