lion
wait oreon
wait vntil ln
wait untw