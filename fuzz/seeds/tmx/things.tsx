<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="things" class="furniture" tilewidth="16" tileheight="24" tilecount="3" columns="0" objectalignment="center" tilerendersize="grid" fillmode="preserve-aspect-fit">
 <grid orientation="orthogonal" width="1" height="1"/>
 <properties>
  <property name="heavy" type="bool" value="true"/>
 </properties>
 <tile id="0" type="chair">
  <image source="../art/chair.png" width="16" height="16"/>
 </tile>
 <tile id="2" type="table">
  <image source="../art/table.png" width="16" height="24"/>
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="8" width="12" height="16"/>
   <object id="2" x="8" y="4">
    <polygon points="0,0 4,4 -4,4"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="5" type="lamp" x="16" y="0" width="16" height="20">
  <image source="../art/lamps.png" trans="ff00ff" width="64" height="20"/>
 </tile>
</tileset>
