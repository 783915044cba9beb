{"raw{"{ "{ t||||eep'ery d { c to beep }
{||e|